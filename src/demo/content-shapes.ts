import Type, { type Static, type TProperties } from 'typebox'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { oneOf } from '#contract/core/shapes.ts'
import { Color, Email } from '#contract/core/texts.ts'
import { initiatives } from '#contract/resources/initiatives.ts'
import { opportunities } from '#contract/resources/opportunities.ts'
import { Rules } from '#contract/resources/segment-rules.ts'
import { QuestionType } from '#contract/resources/surveys.ts'

/* The shapes of the files in content/. */

const shape = <const T extends TProperties>(fields: T) => Type.Object(fields, { additionalProperties: false })
const Filled = Type.String({ minLength: 1 })
const Texts = Type.Array(Filled, { minItems: 1 })
const DaysAgo = Type.Integer({ minimum: 0, maximum: 366 })

const SegmentKey = oneOf('enterprise', 'startup', 'education', 'free')
const ThemeKey = oneOf(
  'search',
  'sync',
  'mobile',
  'assistant',
  'sharing',
  'export',
  'editor',
  'integrations',
  'pricing',
  'onboarding',
)
export const sourceTypes = {
  zendesk: 'cs_ticket',
  intercom: 'message',
  slack: 'message',
  app_store: 'review',
  interview: 'interview',
  survey: 'survey_response',
} as const
const SourceKey = oneOf('zendesk', 'intercom', 'slack', 'app_store', 'interview', 'survey')

export const SegmentContent = shape({
  key: SegmentKey,
  name: Filled,
  color: Color,
  weight: Type.Number({ exclusiveMinimum: 0 }),
  description: Filled,
  rules: Rules,
})

/** The segments of a contact are the segments of everything they say. */
export const ContactContent = shape({
  name: Filled,
  email: Email,
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  company: shape({ name: Type.Optional(Filled), plan: Filled }),
  education: Type.Optional(Type.Literal(true)),
  segments: Type.Array(SegmentKey),
})
export const Company = shape({
  name: Filled,
  plan: oneOf('enterprise', 'team', 'education'),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
})
/** Names of generated contacts. */
export const Names = shape({ first: Texts, last: Texts })

export const ThemeContent = shape({ key: ThemeKey, name: Filled, color: Color, notes: Filled, definition: Filled })

const Insight = shape({
  name: Filled,
  sentiment: Sentiment,
  category: Category,
  themes: Type.Array(ThemeKey),
  tags: Type.Array(Filled),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  /** Words of the content, exactly as they stand there. */
  quote: Filled,
})
const itemFields = {
  source: SourceKey,
  /** The email address of a named contact. */
  contact: Email,
  daysAgo: DaysAgo,
  title: Type.Optional(Filled),
  /** English unless said otherwise. */
  language: Type.Optional(oneOf('de', 'es')),
}
export const AuthoredItem = shape({ ...itemFields, content: Filled, insights: Type.Array(Insight, { minItems: 1 }) })
/** An interview, line by line; what was found in it is the analysis’s own. */
export const Conversation = shape({ ...itemFields, content: Texts })

const Mood = oneOf('angry', 'asks', 'likes', 'plain')
/** Phrase templates: [this|that] picks one alternative, <page> a word of the placeholders. */
export const Topic = shape({
  key: Filled,
  mood: Mood,
  weight: Type.Number({ exclusiveMinimum: 0 }),
  /** How the number of items develops over the year. */
  curve: oneOf('steady', 'rising', 'new', 'falling', 'gone', 'burst'),
  sources: Type.Optional(Type.Array(SourceKey, { minItems: 1 })),
  says: Texts,
  adds: Texts,
})
export const Phrases = shape({
  placeholders: Type.Record(Type.String(), Texts),
  titles: shape({ angry: Texts, asks: Texts, likes: Texts, plain: Texts }),
  greetings: Type.Array(Type.String()),
  salutations: Type.Array(Type.String()),
  connectors: Texts,
  interviewQuestions: Texts,
})

const Review = shape({
  source: oneOf('app_store', 'hacker_news', 'website'),
  daysAgo: DaysAgo,
  stars: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  title: Type.Optional(Filled),
  text: Filled,
  parent: Type.Optional(Filled),
})
/** The companies are made up, and their addresses belong to nobody. */
export const CompetitorContent = shape({
  name: Filled,
  domain: Type.String({ pattern: '\\.example\\.com$' }),
  description: Filled,
  reviews: Type.Array(Review),
})

/** How the support team answers. */
export const ReplyContent = shape({ name: Filled, text: Filled })

const Question = shape({
  type: QuestionType,
  text: Filled,
  required: Type.Optional(Type.Boolean()),
  analyze: Type.Optional(Type.Boolean()),
  options: Type.Optional(Type.Array(shape({ id: Filled, label: Filled }), { minItems: 1 })),
})
const ChoiceQuestion = shape({ ...Question.properties, options: Type.Array(shape({ id: Filled, label: Filled })) })
export const SurveyContent = shape({
  title: Filled,
  description: Filled,
  thank_you: Filled,
  questions: shape({ score: Question, why: Question, place: ChoiceQuestion, uses: ChoiceQuestion }),
})

const ProjectPlan = shape({
  title: Filled,
  description: Filled,
  status: oneOf('not_started', 'in_progress', 'completed'),
  startsInDays: Type.Integer(),
  lastsDays: Type.Integer({ minimum: 1 }),
  overview: Filled,
  metrics: Filled,
})
/** The plans of the product team; their evidence are the insights of the themes. */
export const PlanContent = shape({
  opportunity: shape({
    title: Filled,
    category: opportunities.createOpportunity.body.properties.category,
    problem_statement: Filled,
  }),
  /** Names. */
  theme: Filled,
  segment: Type.Union([Filled, Type.Null()]),
  initiative: Type.Union([
    shape({ title: Filled, goal: Filled, status: initiatives.createInitiative.body.properties.status }),
    Type.Null(),
  ]),
  projects: Type.Array(ProjectPlan),
})

const Author = Type.Union([Type.Literal('admin'), Type.Literal('member')])
export const CommentContent = shape({
  on: Type.Union([Type.Literal('theme'), Type.Literal('initiative')]),
  name: Filled,
  by: Author,
  body: Filled,
  replies: Type.Array(shape({ by: Author, body: Filled })),
})

export type SegmentKey = Static<typeof SegmentKey>
export type SourceKey = Static<typeof SourceKey>
export type DemoContact = Static<typeof ContactContent>
export type DemoInsight = Static<typeof Insight>
export type DemoReview = Static<typeof Review>
export type Mood = Static<typeof Mood>
export type ProjectPlan = Static<typeof ProjectPlan>
/** `contact` is the place in the list of contacts. */
export type DemoItem = Omit<Static<typeof AuthoredItem>, 'contact'> & { contact: number }
export type Topic = Static<typeof Topic> & { about: Static<typeof ThemeKey> | 'general' }
