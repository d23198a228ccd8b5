import { buildWeb } from '#web/build.ts'

await buildWeb(process.argv[2])
