export { address, go, parseRoute, route, startRouter, whole, type Route } from "./router.svelte";
