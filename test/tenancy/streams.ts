import assert from 'node:assert/strict'
import type { TestApp } from '../test-app.ts'

/** Opens the stream of changes after an event; `until` ends it and returns its text once that contains a part. */
export async function readChanges({ baseUrl }: TestApp, key: string, lastEventId: string) {
  const response = await fetch(`${baseUrl}/mcp`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'last-event-id': lastEventId },
  })
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async until(part: string): Promise<string> {
      let text = ''
      while (!text.includes(part)) {
        const { value, done } = await reader.read()
        assert.ok(!done, `the stream ended without ${part}: ${text}`)
        text += value
      }
      await reader.cancel()
      return text
    },
  }
}
