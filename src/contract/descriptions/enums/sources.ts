import type { EnumTexts } from './enum-texts.ts'

/** Where things come from, and what they are there. */
export const sourceEnums: EnumTexts = {
  FeedbackSourceType: {
    text: 'What kind of text a piece of feedback is.',
    values: {
      feedback: 'something that was sent as feedback',
      message: 'a message, such as in a chat',
      review: 'a review in a store or on a site',
      call: 'notes or a transcript of a call',
      note: 'a note that a colleague wrote',
      interview: 'the transcript of an interview',
      survey_response: 'an answer to a survey',
      nps_response: 'the reason of an NPS score',
      cs_ticket: 'what a customer wrote in a support ticket',
    },
  },
  ReviewSourceType: {
    text: 'What kind of place a review is from.',
    values: {
      review: 'a site with reviews',
      reddit: 'Reddit',
      linkedin: 'LinkedIn',
      forum: 'a forum',
      app_store: 'a store for apps',
      import: 'a file',
    },
  },
  ThreadRole: {
    text: 'What a text is in its thread.',
    values: { post: 'it began the thread', comment: 'it answers the first text', reply: 'it answers a comment' },
  },
  TicketSource: {
    text: 'The kind of help desk that a ticket comes from.',
    values: {
      zendesk: 'Zendesk',
      intercom: 'Intercom',
      custom: 'a help desk that sends tickets by API',
      csv: 'a CSV upload',
    },
  },
  TicketPriority: {
    text: 'How urgent a ticket is.',
    values: { low: 'it can wait', normal: 'as most are', high: 'before others', urgent: 'at once' },
  },
  TicketAuthorType: {
    text: 'On which side the author of a message is.',
    values: { customer: 'the customer', agent: 'the help desk', system: 'no person' },
  },
  SpeakerRole: {
    text: 'What a speaker is in an interview.',
    values: { customer: 'the one who is asked', interviewer: 'one who asks', other: 'another person' },
  },
  TranscriptFormat: {
    text: 'The format of a transcript.',
    values: {
      vtt: 'WebVTT',
      srt: 'SubRip',
      google_meet: 'Google Meet',
      otter: 'Otter',
      zoom: 'Zoom',
      lookback: 'Lookback',
      plain: 'lines that begin with a name and a colon, or text without speakers',
    },
  },
  TranscriptFormatOrAuto: {
    text: 'The format of a transcript.',
    values: {
      auto: 'it is recognized',
      vtt: 'WebVTT',
      srt: 'SubRip',
      google_meet: 'Google Meet',
      otter: 'Otter',
      zoom: 'Zoom',
      lookback: 'Lookback',
      plain: 'lines that begin with a name and a colon, or text without speakers',
    },
  },
  QuestionType: {
    text: 'What kind of answer a question has.',
    values: {
      open_text: 'a text',
      single_choice: 'one of the options',
      multi_choice: 'any of the options',
      rating: 'a number on a scale',
      nps: 'how likely one is to recommend, from 0 to 10',
      csat: 'how satisfied one is',
      ces: 'how easy it was',
      number: 'a number',
      boolean: 'yes or no',
      date: 'a day',
    },
  },
  IntegrationCategory: {
    text: 'What kind of product a provider is.',
    values: {
      support: 'help desks',
      chat: 'chats',
      surveys: 'surveys',
      reviews: 'reviews',
      product: 'feedback and analytics',
      development: 'issues and code',
      sales: 'customer relationship management',
      other: 'anything else',
    },
  },
  RecordType: {
    text: 'What an item of a provider becomes.',
    values: {
      feedback: 'a piece of feedback',
      support_ticket: 'a support ticket',
      contact: 'a contact',
      nps_response: 'an NPS response',
      interview: 'an interview',
      project_link: 'the state of an issue that a Project is linked to',
    },
  },
  MappedRecordType: {
    text: 'What an item of a payload becomes.',
    values: {
      feedback: 'a piece of feedback',
      support_ticket: 'a support ticket',
      contact: 'a contact',
      nps_response: 'an NPS response',
    },
  },
  SyncFrequency: {
    text: 'How often Earshot fetches from a provider.',
    values: { hourly: 'every hour', daily: 'every day', weekly: 'every week' },
  },
  SignatureScheme: {
    text: 'How deliveries to a generic integration are signed.',
    values: {
      any: 'in one of the two ways',
      standard: 'by the headers of Standard Webhooks',
      sha256: 'by `X-Signature-256`',
    },
  },
  InboundRecordHandling: {
    text: 'What happens to the records of an integration that is deleted.',
    values: { keep: 'they stay', remove: 'they are deleted too' },
  },
  ExternalProvider: {
    text: 'A system with issues that Projects are linked to.',
    values: { linear: 'Linear', jira: 'Jira' },
  },
  PromotionSource: {
    text: 'What an opportunity is created from.',
    values: {
      subtheme: 'a point that is made about competitors',
      opportunity_teaser: 'an opening that was found',
      insights: 'some competitor insights',
    },
  },
  CheckinCadence: {
    text: 'How often check-ins on competitors run.',
    values: { weekly: 'every 7 days', monthly: 'every 30 days', quarterly: 'every 90 days' },
  },
  ResearchJobType: {
    text: 'Why competitors are researched.',
    values: { competitor_research: 'a person asked for it', competitor_checkin: 'a periodic check-in' },
  },
  ResearchStage: {
    text: 'The step that research on competitors is at.',
    values: {
      collecting: 'reviews are collected',
      extracting: 'points are found in them',
      synthesizing: 'the points are grouped',
      publishing: 'the figures are published',
    },
  },
  ContactTimelineType: {
    text: 'What an entry of the timeline of a contact is.',
    values: { feedback: 'something the contact said', insight: 'a point found in it' },
  },
  MergeReason: {
    text: 'What two contacts have in common.',
    values: { email: 'the email address', phone: 'the telephone number' },
  },
}
