import { checkTarget } from "./check-target.ts";
import { mcp } from "./targets/mcp.ts";

checkTarget(mcp, 300);
