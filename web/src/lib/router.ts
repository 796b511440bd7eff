export { address, go, link, parseRoute, part, route, startRouter, whole, type Route } from "./router.svelte";
