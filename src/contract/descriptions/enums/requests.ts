import type { EnumTexts } from './enum-texts.ts'

const newest = { '-created_at': 'newest first', created_at: 'oldest first' }
const changed = { '-updated_at': 'last changed first' }
const said = { '-occurred_at': 'last said first', occurred_at: 'first said first' }
const named = { name: 'by name', '-name': 'by name, backwards' }
const order = 'The order of a list.'

/** What a request can ask for: orders, formats, additional fields. */
export const requestEnums: EnumTexts = {
  ContactSort: { text: order, values: { ...newest, ...named, ...changed } },
  AccountSort: {
    text: order,
    values: { ...newest, ...named, '-revenue': 'highest revenue first', revenue: 'lowest revenue first', ...changed },
  },
  ThemeSort: {
    text: order,
    values: {
      ...newest,
      '-insight_count': 'most insights first',
      '-revenue': 'accounts that pay most first',
      ...named,
      ...changed,
    },
  },
  InsightGrouping: { text: 'What insights are grouped by.', values: { account: 'the account', plan: 'its plan' } },
  InsightGroupOrder: {
    text: 'The order of groups.',
    values: { revenue: 'those that pay most first', insights: 'those with most insights first' },
  },
  InsightSort: { text: order, values: { ...newest, ...said, '-confidence': 'surest first' } },
  FeedbackSort: { text: order, values: { ...newest, ...said } },
  OpportunitySort: {
    text: order,
    values: {
      rank: 'best rank first',
      '-impact_score': 'greatest impact first',
      '-insight_count': 'most insights first',
      '-contact_count': 'most contacts first',
      '-critical_count': 'critical to most customers first',
      '-revenue': 'accounts that pay most first',
      '-created_at': 'newest first',
      position: 'in the order of the team, then what has no place in it',
      '-score': 'greatest score of the scoring method first',
      effort: 'least effort first, then what is not estimated',
      '-confidence': 'surest first',
      target_date: 'earliest target date first, then what has none',
    },
  },
  ProjectSort: {
    text: order,
    values: { ...newest, ...changed, title: 'by title', target_date: 'earliest target date first' },
  },
  NpsResponseSort: {
    text: order,
    values: {
      ...newest,
      '-responded_at': 'last given first',
      responded_at: 'first given first',
      '-score': 'highest score first',
      score: 'lowest score first',
    },
  },
  TicketSort: {
    text: order,
    values: { ...newest, '-opened_at': 'last opened first', opened_at: 'first opened first', ...changed },
  },
  InterviewSort: {
    text: order,
    values: { ...newest, '-interview_date': 'last held first', interview_date: 'first held first' },
  },
  SurveySort: { text: order, values: { ...newest, title: 'by title', '-title': 'by title, backwards', ...changed } },
  SurveyResponseSort: {
    text: order,
    values: { ...newest, '-submitted_at': 'last submitted first', submitted_at: 'first submitted first' },
  },
  AuditOrder: { text: order, values: { newest: 'newest first', oldest: 'oldest first, to follow the log' } },
  InsightInclude: {
    text: 'What to add to each insight.',
    values: {
      occurred_at: 'when it was said',
      source: 'where it comes from, and who said it',
      contact: 'the contact who said it, and their company',
      subject: 'what it is about',
      subthemes: 'the subthemes that it is in',
      theme_suggestions: 'themes that it may belong to',
    },
  },
  ThemeInclude: {
    text: 'What to add to each theme.',
    values: { activity: 'recent insights and the number of subthemes' },
  },
  FeedbackInclude: { text: 'What to add.', values: { insights: 'the insights found in it', contact: 'the contact' } },
  TicketInclude: { text: 'What to add.', values: { messages: 'the first 200 messages' } },
  InboundEventInclude: { text: 'What to add to each delivery.', values: { body: 'the original body' } },
  NpsComparison: { text: 'What to compare with.', values: { previous_period: 'the period of the same length before' } },
  NpsDimension: {
    text: 'What NPS responses are divided by.',
    values: {
      segment: 'the segments of the contact',
      theme: 'the themes of the reason',
      source: 'the source',
      plan: 'the plan of the company',
      country: 'the country of the contact',
      survey: 'the survey',
    },
  },
  FacetDimension: {
    text: 'An attribute to count insights by.',
    values: {
      category: 'the category',
      sentiment: 'the sentiment',
      source: 'the source',
      theme: 'the themes',
      segment: 'the segments',
      language: 'the language',
    },
  },
  Granularity: {
    text: 'The length of each period of a series.',
    values: { day: 'a day', week: 'a week, from Monday', month: 'a month' },
  },
  DashboardPeriod: {
    text: 'A period that ends today.',
    values: { '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' },
  },
  ContextPeriod: {
    text: 'How far back to look.',
    values: { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'to the beginning' },
  },
  ContextSection: {
    text: 'A part of what assistants get to know.',
    values: {
      profile: 'what the company says about itself',
      glossary: 'words with a meaning of their own',
      entries: 'notes for assistants',
      segments: 'groups of contacts',
      categories: 'insights by category',
      top_themes: 'the themes with the most insights',
      rising_themes: 'the themes with more insights than before',
      quiet_themes: 'the themes with fewer insights than before',
      nps: 'the Net Promoter Score',
      opportunities: 'what is worth solving',
      initiatives_in_progress: 'initiatives that are being worked on',
      projects_in_progress: 'Projects that are being worked on',
      competitors: 'tracked competitors',
      sources: 'where feedback comes from',
      coverage: 'whether there is enough feedback',
      features: 'what the organization can use',
    },
  },
  ContextFormat: { text: 'The format of the answer.', values: { json: 'JSON', markdown: 'Markdown' } },
  FileFormat: { text: 'The format of the answer.', values: { json: 'JSON', csv: 'CSV' } },
  TranscriptOutputFormat: {
    text: 'The format of a transcript that is read.',
    values: { json: 'its parts, in pages', vtt: 'WebVTT', txt: 'text' },
  },
  TicketAnalysis: {
    text: 'When a ticket is analyzed.',
    values: { auto: 'once it is solved, closed or idle for 24 hours', now: 'at once', never: 'never' },
  },
  CitationType: { text: 'What is cited.', values: { insight: 'an insight' } },
}
