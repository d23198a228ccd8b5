import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'

/* Tools of other projects, in a folder of their own: some need another TypeScript, and all together have 300 MB. */

const folder = 'test/outside/node_modules'

const isRequired = process.env.OUTSIDE_TOOLS === 'required'

/** Why a test of outside tools is skipped, or false where it must run. */
export const skipWithoutTools = !isRequired && !existsSync(folder) && 'npm run test:outside installs the tools'

/** A program in the packages, such as `.bin/tsc`; a pattern where the package depends on the platform. */
export const outsideTool = (pattern: string): string | undefined =>
  globSync(`${folder}/${pattern}`).map((path) => resolve(path))[0]
