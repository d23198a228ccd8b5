import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { insights } from '#contract/resources/insights.ts'
import type { projects } from '#contract/resources/projects.ts'
import type { Ctx } from '#domain/context.ts'
import { type Handlers, staged, type StagedHandler } from '#domain/operation-handlers.ts'

/* What the compiler refuses: without the refusal, its `@ts-expect-error` does not compile. */

type Reads = Handlers<Pick<typeof insights, 'getInsight'>>
type Writes = Handlers<Pick<typeof projects, 'archiveProject'>, 'archiveProject'>

const nothing = () => Promise.reject(new Error('not run'))

test('a read has no means of writing, mailing or calling out before its caller is authorized', () => {
  const reads: Reads['getInsight'][] = [
    // @ts-expect-error: jobs
    async ({ jobs }) => jobs,
    // @ts-expect-error: events
    async ({ emit }) => emit('insight.updated'),
    // @ts-expect-error: the language model
    async ({ llm }) => llm,
    // @ts-expect-error: secrets
    async ({ vault }) => vault,
    // @ts-expect-error: another write
    async ({ runWrite }) => runWrite,
    // @ts-expect-error: the role
    async ({ role }) => role,
    // @ts-expect-error: a step outside of the handler
    staged({ before: nothing, handle: nothing }),
    async ({ authorize }) => {
      const { role, llm } = await authorize()
      return Promise.reject(new Error(`${role} ${llm?.model}`))
    },
  ]
  assert.equal(reads.length, 8)
})

test('the result of the first step of a write has its type in the second', async () => {
  const handler: StagedHandler<{ title: string }, string> = staged({
    check: async (_, { title }) => ({ length: title.length }),
    // @ts-expect-error: `prepared` has no such field
    handle: async ({ prepared }) => prepared.width as string,
  })
  const other: StagedHandler<{ title: string }, string> = staged({
    check: async (_, { title }) => ({ length: title.length }),
    handle: async ({ prepared }, { title }) => `${title} ${prepared.length.toFixed(1)}`,
  })
  const archives: Writes['archiveProject'][] = [
    // @ts-expect-error: an object whose steps were not joined
    { check: async () => 1, handle: nothing },
    staged({ handle: nothing }),
  ]
  assert.equal(archives.length, 2)
  const input = { title: 'four' }
  const ctx = {} as Ctx
  const prepared = await other.check!(ctx, input)
  assert.equal(await other.handle({ ...ctx, prepared }, input), 'four 4.0')
  assert.equal(await handler.handle({ ...ctx, prepared }, input), undefined)
})
