import type { EnumTexts } from './enum-texts.ts'

/** What kind of thing something is. */
export const kindEnums: EnumTexts = {
  OpportunityCategory: {
    text: 'The kind of problem that an opportunity is about.',
    values: {
      PAIN_POINTS: 'what hurts: price, policy, limits, speed, support or quality',
      FEATURE_REQUESTS: 'what is not there',
      USABILITY_ISSUES: 'what works, but is hard to find, confusing or clumsy',
      BUGS_AND_ERRORS: 'what does not work as it is meant to',
    },
  },
  OverallSentiment: {
    text: 'The sentiment of most insights.',
    values: {
      POSITIVE: 'most are positive',
      NEGATIVE: 'most are negative',
      NEUTRAL: 'most are neutral',
      MIXED: 'no sentiment has most',
    },
  },
  TrendDirection: {
    text: 'Where a figure is heading, compared with the period before.',
    values: { rising: 'clearly more', falling: 'clearly less', flat: 'about the same' },
  },
  InsightOrigin: {
    text: 'How an insight came about.',
    values: { auto: 'the analysis found it', manual: 'a person wrote it', imported: 'it came with an import' },
  },
  Origin: { text: 'How it came about.', values: { manual: 'a person created it', auto: 'the analysis created it' } },
  Importance: {
    text: 'How much something matters to a customer.',
    values: {
      critical: 'they cannot work without it, or leave',
      important: 'they miss it often',
      nice_to_have: 'they would like it',
    },
  },
  OpportunityOrigin: {
    text: 'How an opportunity came about.',
    values: {
      pipeline: 'the analysis found it in insights',
      manual: 'a person created it',
      competitor: 'it was created from a finding about competitors',
    },
  },
  ImpactFactor: {
    text: 'A part of the impact score of an opportunity.',
    values: {
      volume: 'how many insights there are',
      reach: 'how many contacts there are',
      severity: 'how much of it is negative, and how grave the category is',
      recency: 'how new the insights are',
      segment: 'how much the segments of the contacts weigh',
      diversity: 'how many kinds of sources there are',
    },
  },
  Horizon: {
    text: 'When an opportunity is to be worked on.',
    values: { now: 'at once', next: 'after that', later: 'some day' },
  },
  HorizonFilter: {
    text: 'When an opportunity is to be worked on, or none.',
    values: { now: 'at once', next: 'after that', later: 'some day', none: 'it has no place in the order' },
  },
  ScoreFactor: {
    text: 'What a scoring method counts of an opportunity.',
    values: {
      people: 'the number of contacts behind it',
      accounts: 'the number of accounts of these contacts',
      revenue: 'what these accounts pay in a year',
      insights: 'the number of insights',
      sentiment: 'the negative share of the insights',
      trend: '1 for rising, 0.5 for flat and 0 for falling',
      impact: 'the built-in impact score',
      confidence: 'how sure the team is of its estimates',
      effort: 'weeks of one person',
      rating: 'a number that the team gives',
    },
  },
  ScoreRole: {
    text: 'What a factor does in a score.',
    values: {
      weighted: 'its weighted value is a part of the sum',
      multiplied: 'the score is multiplied by it',
      added: 'it is added before the sum is divided',
      divided: 'the score is divided by it',
    },
  },
  ScoringKind: {
    text: 'How a scoring method combines its factors.',
    values: {
      rice: 'reach × impact × confidence ÷ effort',
      wsjf: 'the sum of ratings ÷ effort',
      weighted: 'the sum of weighted values',
    },
  },
  CustomFieldObject: {
    text: 'What has the custom field.',
    values: {
      feedback: 'feedback',
      contact: 'contacts',
      account: 'accounts',
      opportunity: 'opportunities',
      initiative: 'initiatives',
      project: 'Projects',
    },
  },
  CustomFieldKind: {
    text: 'What the values of a custom field are.',
    values: {
      text: 'a text of up to 2,000 characters',
      number: 'a number',
      select: 'one of the options, by its key',
      multi_select: 'a list of options, by their keys',
      date: 'a day, such as 2026-05-02',
      person: 'an active member of the organization, by user id',
      link: 'a web address that begins with http:// or https://',
    },
  },
  RankChange: {
    text: 'What a refresh of the backlog did to an opportunity.',
    values: { new: 'it was not ranked before', up: 'it has a better rank', down: 'it has a worse rank' },
  },
  ProposalKind: {
    text: 'What the analysis proposes to do with themes.',
    values: {
      merge: 'make two themes one',
      split: 'make a theme of some subthemes',
      rename: 'give a theme another name',
    },
  },
  ContextEntryKind: {
    text: 'What kind of note for assistants it is.',
    values: {
      fact: 'something that is so',
      decision: 'something that was decided',
      constraint: 'something that limits what can be done',
      terminology: 'what a word means',
    },
  },
  SegmentKind: {
    text: 'How contacts get into a segment.',
    values: { rules: 'by rules', manual: 'by hand' },
  },
  Membership: {
    text: 'Why a contact is in a segment.',
    values: { rule: 'the rules apply', manual: 'a person put the contact there', ai: 'a language model did' },
  },
  RuleMatch: { text: 'How many conditions have to apply.', values: { any: 'one of them', all: 'all of them' } },
  RuleField: {
    text: 'What a condition of a segment looks at.',
    values: {
      email_domain: 'the part of the email address after the @',
      email: 'the email address',
      company_name: 'the name of the company',
      company_domain: 'the internet domain of the company',
      plan: 'the plan of the company',
      country: 'the country',
      language: 'the language',
      integration_source: 'a source that feedback of the contact came from',
      integration_tag: 'a tag of feedback of the contact',
      integration_attribute: 'a value in the metadata of feedback of the contact, named by `key`',
      slack_channel: 'a Slack channel in which the contact wrote',
      attribute: 'an attribute of the contact, named by `key`',
      custom_field: 'the value of a custom field of the contact, named by its key in `key`',
      created_at: 'when the contact was created',
      last_feedback_at: 'when the contact last said something',
      feedback_count: 'how much feedback the contact gave',
      nps_type: 'the group of the last NPS score',
      tag: 'a tag of the contact',
    },
  },
  RuleOperator: {
    text: 'How a condition of a segment compares.',
    values: {
      eq: 'is the value',
      neq: 'is not the value',
      in: 'is one of the values',
      not_in: 'is none of the values',
      contains: 'contains the text',
      starts_with: 'starts with the text',
      ends_with: 'ends with the text',
      gt: 'is greater',
      gte: 'is greater or equal',
      lt: 'is less',
      lte: 'is less or equal',
      before: 'is before the date',
      after: 'is after the date',
      within_days: 'is within the last so many days',
      is_set: 'has a value',
      is_not_set: 'has no value',
    },
  },
  NpsGroup: {
    text: 'The group of an NPS score.',
    values: { promoter: '9 or 10', passive: '7 or 8', detractor: '0 to 6' },
  },
  NpsType: {
    text: 'The group of an NPS score.',
    values: { PROMOTER: '9 or 10', PASSIVE: '7 or 8', DETRACTOR: '0 to 6' },
  },
  NpsDriverGroup: {
    text: 'The group that mentions a theme more than others do.',
    values: { DETRACTOR: 'detractors: it lowers the score', PROMOTER: 'promoters: it raises the score' },
  },
  CoverageVerdict: {
    text: 'Whether there is enough feedback to draw conclusions from.',
    values: { informative: 'there is', too_thin: 'there is some, but too little', none: 'there is none' },
  },
  TaxonomyAction: {
    text: 'What a plan changes about a theme or a subtheme.',
    values: {
      create: 'it is new',
      rename: 'it gets another name',
      describe: 'what belongs to it is described anew',
      move: 'it comes to another theme',
      merge: 'another one becomes part of it',
      remove: 'it is removed',
    },
  },
  RevenuePeriod: { text: 'How often an account pays.', values: { month: 'every month', year: 'every year' } },
  TextEngine: {
    text: 'How a text was made.',
    values: {
      extractive: 'from what customers said, by rules',
      llm: 'by a language model, and checked against its sources',
    },
  },
  SearchMode: {
    text: 'How a search is done.',
    values: { lexical: 'by words', semantic: 'by meaning', hybrid: 'by both' },
  },
  SearchMatch: {
    text: 'What the hits have in common with the query.',
    values: {
      all_words: 'all of its words',
      any_word: 'some of its words',
      corrected_words: 'its words after a correction of the spelling',
      substring: 'a part of a word',
      meaning: 'its meaning',
    },
  },
  SearchType: {
    text: 'A kind of object that can be searched.',
    values: {
      insight: 'a point that a customer makes',
      theme: 'a subject of the feedback',
      subtheme: 'a point that several insights make',
      feedback: 'what a customer wrote',
      contact: 'a person who gives feedback',
      project: 'a Project',
      initiative: 'an initiative',
      opportunity: 'a problem worth solving',
      interview: 'an interview',
      survey: 'a survey',
      ticket: 'a support ticket',
      competitor_insight: 'a point that a customer of a competitor makes',
      comment: 'what a member wrote about an object',
    },
  },
}
