import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { RegroupingDetail } from './regrouping-shapes.ts'

const grouping = {
  ...oneOf('off', 'propose', 'apply'),
  description:
    'Whether the language model groups the insights: `off`; `propose`, and a person decides; or `apply`, which is ' +
    'possible once a proposal was applied.',
}
const tokens_a_day = Type.Integer({
  minimum: 0,
  maximum: 100_000_000,
  examples: [200_000],
  description: 'Tokens that may be used in a day (UTC). Nothing is sent when they are used up.',
})
const languageModelTasks = ['taxonomy', 'assign', 'subthemes', 'labels', 'names', 'story', 'select', 'answer'] as const
export type LanguageModelTask = (typeof languageModelTasks)[number]

const texts = Type.Boolean({
  examples: [false],
  description: 'Whether the language model writes names, labels, descriptions and evidence stories.',
})
const answers = Type.Boolean({ description: 'Whether the language model answers questions.', examples: [false] })
const task = { ...oneOf(...languageModelTasks), description: 'What the language model was asked for.' }
const point_count = { ...Count, description: 'How many insights, groups or stories the request is about.' }

const sentRequest = {
  id: Id,
  at: Time,
  task,
  model: Type.String({ examples: ['qwen3:8b'], description: 'The model that was asked.' }),
  point_count,
  tokens: { ...Count, description: 'Tokens of the request and the answer, as the endpoint counted them.' },
  outcome: {
    ...oneOf('answered', 'invalid', 'unavailable'),
    description: '`invalid`: the answer could not be read. `unavailable`: there was none.',
  },
}
const SentRequest = Type.Object(sentRequest, { ...closed, $id: 'LanguageModelRequest' })
const sentText = (what: string, example: string) =>
  nullable(
    Type.String({
      examples: [example],
      description: `${what}, word for word; null after 30 days, and after the erasure of a contact.`,
    }),
  )
const SentRequestDetail = Type.Object(
  {
    ...sentRequest,
    system: sentText('The instructions', 'You find the topics …'),
    prompt: sentText('The data', '{"points":[]}'),
  },
  { ...closed, $id: 'LanguageModelRequestDetail' },
)
const ProposedGroup = Type.Object(
  {
    name: Type.String({ examples: ['Invoices'], description: 'The name of the proposed theme.' }),
    is_new: Type.Boolean({ description: 'There is no such theme yet.' }),
    insight_count: { ...Count, description: 'How many insights would have the theme.' },
    subthemes: Type.Array(Type.String({ examples: ['Exports stop halfway'] }), {
      description: 'The names of its proposed subthemes.',
    }),
  },
  closed,
)

const LanguageModelSettings = Type.Object(
  {
    model: nullable(
      Type.String({
        examples: ['qwen3:8b'],
        description: 'The model that the operator has configured; null where there is none.',
      }),
    ),
    grouping,
    texts,
    answers,
    can_apply: Type.Boolean({ description: 'A proposal was applied, so that `apply` can be chosen.' }),
    tokens_a_day,
    tokens_today: { ...Count, description: 'Tokens that were used today (UTC).' },
    next_at: nullable(Time),
    proposal: nullable(
      Type.Object(
        { at: Time, themes: Type.Array(ProposedGroup, { description: 'The themes of the proposal.' }) },
        { ...closed, description: 'The newest proposal.' },
      ),
    ),
    requests: Type.Array(SentRequest, { description: 'The last 50 requests, newest first.' }),
  },
  { ...closed, $id: 'LanguageModelSettings' },
)
const LanguageModelPreview = Type.Object(
  {
    requests: Type.Array(
      Type.Object(
        {
          task,
          point_count,
          system: Type.String({ examples: ['You find the topics …'], description: 'The instructions, word for word.' }),
          prompt: Type.String({ examples: ['{"points":[]}'], description: 'The data, word for word.' }),
        },
        closed,
      ),
      { description: 'The next request; what follows depends on its answer.' },
    ),
  },
  { ...closed, $id: 'LanguageModelPreview' },
)

export const languageModel = defineRoutes({
  getLanguageModel: {
    method: 'GET',
    path: '/language-model',
    summary: 'Read what the language model is used for, what it has cost and what was sent',
    admin: true,
    result: LanguageModelSettings,
  },
  updateLanguageModel: {
    method: 'PATCH',
    effect: 'updates',
    path: '/language-model',
    summary: 'Say what the language model is used for, and bound its cost',
    admin: true,
    body: anyOfFields({ grouping, texts, answers, tokens_a_day }),
    result: LanguageModelSettings,
  },
  applyLanguageModelProposal: {
    method: 'POST',
    effect: 'overwrites',
    audit: 'ids',
    path: '/language-model/proposal/apply',
    feature: 'subthemes',
    event: 'regrouping.applied',
    summary: 'Group the insights as the language model has proposed; it can be undone like any regrouping',
    description:
      'What people placed, named or pinned stays. `409 INVALID_STATE` when there is no proposal, or when themes have ' +
      'changed since it was made: set `grouping` again for a new one.',
    admin: true,
    status: 201,
    result: RegroupingDetail,
    errors: ['INVALID_STATE'],
  },
  listLanguageModelRequests: {
    method: 'GET',
    path: '/language-model/requests',
    summary: 'List what was sent to the language model, newest first',
    description: 'The last 90 days. `GET /language-model/requests/{requestId}` has the texts of a request.',
    admin: true,
    query: Type.Object({ ...PageQuery, task: Type.Optional(multiValue(oneOf(...languageModelTasks))) }, closed),
    result: page(SentRequest),
  },
  getLanguageModelRequest: {
    method: 'GET',
    path: '/language-model/requests/{requestId}',
    summary: 'Read word for word what was sent to the language model',
    admin: true,
    params: pathIds('requestId'),
    result: SentRequestDetail,
  },
  previewLanguageModel: {
    method: 'GET',
    path: '/language-model/preview',
    summary: 'Show exactly what would be sent to the language model next; nothing is sent',
    admin: true,
    result: LanguageModelPreview,
  },
})
