export { go, parseRoute, route, startRouter, type Route } from "./router.svelte";
