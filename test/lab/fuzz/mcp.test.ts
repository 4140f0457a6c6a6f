import { rounds } from "../../sweep.ts";
import { checkTarget } from "./check-target.ts";
import { mcp } from "./targets/mcp.ts";

checkTarget(mcp, rounds(300));
