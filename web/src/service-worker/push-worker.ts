// A service worker for messages alone, where the page has no other one.
import { listenForPush, type PushScope } from "./push";

listenForPush(self as unknown as PushScope);
