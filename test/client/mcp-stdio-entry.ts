import { runStdio } from '#mcp/stdio.ts'

const { TEST_URL = '', TEST_KEY = '', TEST_WRITE, TEST_POLL_MS } = process.env
await runStdio({
  baseUrl: TEST_URL,
  apiKey: TEST_KEY,
  write: TEST_WRITE === 'yes',
  pollMs: Number(TEST_POLL_MS ?? 5000),
})
