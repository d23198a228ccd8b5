import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KnownTopics } from '#llm/assign-points.ts'
import { groupPoints, type GroupingInput } from '#llm/group-points.ts'
import { estimateTokens } from '#llm/batches.ts'
import { answerTokens } from '#llm/request-sizes.ts'
import { groupSet } from '../../scripts/eval/groups/group-set.ts'
import { pointsOf } from '../../scripts/eval/groups/points.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { type Behaviour, createLlmStub, StubFailure, StubMessage } from '../llm-stub.ts'
import { breakages, breakEvery } from './broken-answers.ts'
import { readReplies } from './read-replies.ts'
import { scriptedAnswers } from './scripted-answers.ts'

/* Grouping with a model that answers what a person has written down, well or badly. */

const [set] = readItemSets(['training/dev/fish-finder.txt']) as [ReturnType<typeof readItemSets>[number]]
const points = pointsOf(set)
const scripted = scriptedAnswers([readReplies(set)])
const stub = createLlmStub()
before(() => stub.start())
after(() => stub.stop())

const none: KnownTopics = { read: async () => new Map(), write: async () => {} }
async function group(behave: Behaviour, input: Partial<GroupingInput> = {}, contextTokens = 4096, known = none) {
  stub.reset(behave)
  const maxTokens = answerTokens(contextTokens)
  return groupPoints(
    { points, themes: [], subthemes: [], ...input },
    { ask: (request) => stub.provider.complete({ ...request, maxTokens }), contextTokens, known },
  )
}
/** The names of the theme and the subtheme of each point. */
async function labelsOf(behave: Behaviour, input: Partial<GroupingInput> = {}) {
  const found = await group(behave, input)
  const nameOf = new Map(
    [...(found?.grouping.themes ?? []), ...(found?.grouping.subthemes ?? [])].map((one) => [one.handle, one.name]),
  )
  const name = (handle: string | null | undefined) => (handle ? nameOf.get(handle)! : null)
  const { assignments = [] } = found?.grouping ?? {}
  return new Map(assignments.map((one) => [one.insight_id, [name(one.theme), name(one.subtheme)]]))
}

test('topics, subthemes and assignments are those that the model has given', async () => {
  stub.reset(scripted)
  const { figures } = await groupSet(set, stub.provider)
  assert.ok(figures.ari >= 85, JSON.stringify(figures))
  assert.ok(figures['names kept %'] >= 95, JSON.stringify(figures))
  assert.equal(figures['false quotes'], 0)
  const labels = await labelsOf(scripted)
  assert.deepEqual(labels.get('029'), ['Castable ball', 'The app wants an account and the internet'])
  assert.deepEqual(labels.get('022'), ['Battery', null])
})

test('every tenth answer may be broken', async () => {
  stub.reset(scripted)
  const { ari } = (await groupSet(set, stub.provider)).figures
  for (let before = 0; before < 10; before++) {
    const broken = breakEvery(10, scripted)
    for (let n = 0; n < before; n++) await broken({ data: { points: [], topics: [] } } as never)
    stub.reset(broken)
    const { figures } = await groupSet(set, stub.provider)
    assert.ok(figures.ari >= ari - 2, `${before}: ${figures.ari} of ${ari}`)
  }
})

for (const [way, damage] of Object.entries(breakages)) {
  test(`a single answer that ${way} changes no theme, whichever it is`, async () => {
    const themes = async (behave: Behaviour) =>
      [...(await labelsOf(behave))].map(([id, [theme]]) => `${id} ${theme}`).toSorted()
    const expected = await themes(scripted)
    for (const broken of [1, 2, 3, 4]) {
      let count = 0
      const behave: Behaviour = async (request) => {
        const answer = await scripted(request)
        return ++count === broken ? damage(JSON.stringify(answer)) : answer
      }
      assert.deepEqual(await themes(behave), expected)
    }
  })
  test(`a model that always ${way} adds nothing that is not in the points`, async () => {
    const found = await group(async (request) => damage(JSON.stringify(await scripted(request))))
    const names = [...(found?.grouping.themes ?? []), ...(found?.grouping.subthemes ?? [])].map(({ name }) => name)
    const written = readReplies(set)
    const allowed = new Set([
      ...written.topics.map(({ name }) => name),
      ...[...written.points.values()].map(({ subtheme }) => subtheme),
    ])
    assert.deepEqual(
      names.filter((name) => !allowed.has(name)),
      [],
    )
  })
}

test('names with links, markup, numbers, quotations or no meaning are refused', async () => {
  const names = ['See evil.example.com', '<b>Sonar</b>', '40 customers complain', 'Other', 'Sonar “sold out”', ' ']
  for (const name of names) {
    const found = await group(async (request) => {
      const answer = (await scripted(request)) as { topics?: object[] }
      return answer.topics ? { topics: answer.topics.map((one) => ({ ...one, name })) } : answer
    })
    assert.equal(found, undefined, name)
  }
})

test('a quote that nobody has said refuses its topic', async () => {
  const found = await group(async (request) => {
    const answer = (await scripted(request)) as { topics?: object[] }
    return answer.topics ? { topics: answer.topics.map((one) => ({ ...one, quote: 'I will sue you' })) } : answer
  })
  assert.equal(found, undefined)
})

test('calls of tools are no answer', async () => {
  const call = { id: '1', type: 'function', function: { name: 'delete_theme', arguments: '{}' } }
  const found = await group(() => new StubMessage({ role: 'assistant', content: null, tool_calls: [call] }))
  assert.equal(found, undefined)
})

test('a model that is down changes nothing and is not asked again and again', async () => {
  assert.equal(await group(() => new StubFailure(503)), undefined)
  assert.ok(stub.requests.length <= 2)
})

test('a model that fails halfway leaves what it was not asked about', async () => {
  const half = await group((request) => (request.data.topics ? new StubFailure(503) : scripted(request)))
  assert.deepEqual([half?.isPartial, half?.grouping.assignments], [true, []])
  assert.equal(half?.left.length, points.length)
})

test('every request fits a small context with its answer', async () => {
  for (const contextTokens of [2048, 4096]) {
    const found = await group(scripted, {}, contextTokens)
    assert.ok((found?.grouping.themes.length ?? 0) >= 5)
    for (const { system, body } of stub.requests) {
      const { schema } = body.response_format.json_schema
      const sent = [system, body.messages[1].content, JSON.stringify(schema)].map((one) =>
        estimateTokens(typeof one === 'string' ? one : one[0].text),
      )
      const tokens = sent.reduce((a, b) => a + b, 0) + body.max_tokens
      assert.ok(tokens <= contextTokens, `${tokens} of ${contextTokens}`)
    }
  }
})

test('the same points make the same requests, whatever their order', async () => {
  const sent = async (input: Partial<GroupingInput>) => {
    await group(scripted, input)
    return stub.requests.map(({ body }) => JSON.stringify(body.messages)).toSorted()
  }
  assert.deepEqual(await sent({ points: points.toReversed() }), await sent({}))
})

const theme = (handle: string, name: string, isFixed: boolean) => ({ handle, name, definition: '', isFixed })

test('themes keep their ids, and those of people also their names', async () => {
  const themes = [theme('id-1', 'Charts', false), theme('id-2', 'Power', true), theme('id-3', 'Sonar readings', true)]
  const found = await group(scripted, {
    themes,
    subthemes: [{ id: 's', theme: 'id-1', name: 'charts are not renewed' }],
  })
  const byId = new Map(found!.grouping.themes.map(({ id, name }) => [id, name]))
  assert.deepEqual([byId.get('id-1'), byId.get('id-2'), byId.get('id-3')], ['Charts', 'Power', 'Sonar readings'])
  assert.equal(found!.grouping.subthemes.find(({ id }) => id === 's')?.name, 'Charts are not renewed')
  const renamed = await group(
    async (request) => {
      const answer = (await scripted(request)) as { topics?: { name: string; theme: string | null }[] }
      if (!answer.topics) return answer
      return { topics: answer.topics.map((one) => (one.theme ? { ...one, name: 'Hacked' } : one)) }
    },
    { themes },
  )
  assert.equal(renamed!.grouping.themes.find(({ id }) => id === 'id-3')?.name, 'Sonar readings')
})

test('a new topic with the name of a present theme is that theme', async () => {
  const found = await group(
    async (request) => {
      const answer = (await scripted(request)) as { topics?: object[] }
      return answer.topics ? { topics: answer.topics.map((one) => ({ ...one, theme: null })) } : answer
    },
    { themes: [theme('id-1', 'charts', false)] },
  )
  const named = found!.grouping.themes.filter(({ name }) => name === 'Charts')
  assert.deepEqual(
    named.map(({ id }) => id),
    ['id-1'],
  )
})

test('points that the analysis is sure of, and answers of before, are not asked for', async () => {
  const themes = [theme('id-1', 'Battery', false)]
  const sure = points.map((one) => (one.id === '022' ? { ...one, sureTheme: 'id-1' } : one))
  const stored = new Map<string, string | null>()
  const known: KnownTopics = {
    read: async () => stored,
    write: async (_, found) => {
      for (const [text, topic] of found) stored.set(text, topic)
    },
  }
  const first = await group(scripted, { points: sure, themes }, 4096, known)
  const isAsked = ({ data }: { data: any }) => data.topics !== undefined
  const asked = stub.requests.filter(isAsked).flatMap(({ data }) => data.points.map(({ text }: any) => text))
  assert.ok(asked.length === points.length - 1 && !asked.includes(points.find(({ id }) => id === '022')!.text))
  const second = await group(scripted, { points: sure, themes, topics: first!.topics }, 4096, known)
  assert.equal(stub.requests.filter(isAsked).length, 0)
  assert.deepEqual(second!.grouping, first!.grouping)
})
