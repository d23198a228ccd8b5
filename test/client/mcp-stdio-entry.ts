import { runStdio } from '#mcp/stdio.ts'

const { TEST_URL = '', TEST_KEY = '', TEST_WRITE } = process.env
await runStdio({ baseUrl: TEST_URL, apiKey: TEST_KEY, write: TEST_WRITE === 'yes' })
