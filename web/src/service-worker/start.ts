// Shows notices about the page itself: updates and the connection. Loaded after the page.
import { mount } from "svelte";
import Notices from "./Notices.svelte";

mount(Notices, { target: document.body });
