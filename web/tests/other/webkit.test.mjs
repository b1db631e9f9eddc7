// webkit.test.mjs -- the page in WebKitGTK.
import { plays } from "./games.mjs";

plays("webkit");
