// firefox.test.mjs -- the page in Firefox.
import { plays } from "./games.mjs";

plays("firefox");
