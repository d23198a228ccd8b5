import type { EnumTexts } from './enum-texts.ts'

/** How far something is. */
export const stateEnums: EnumTexts = {
  ProjectStatus: {
    text: 'How far a Project is.',
    values: {
      not_started: 'planned',
      in_progress: 'being worked on',
      completed: 'done',
      archived: 'out of the way; it can be restored',
    },
  },
  OpenProjectStatus: {
    text: 'How far a Project is that is not archived.',
    values: { not_started: 'planned', in_progress: 'being worked on', completed: 'done' },
  },
  InitiativeStatus: {
    text: 'How far an initiative is.',
    values: {
      draft: 'an idea',
      exploring: 'being looked into',
      building: 'being worked on',
      ready_to_act: 'ready to be worked on',
      completed: 'done',
      archived: 'out of the way; it can be restored',
    },
  },
  OpenInitiativeStatus: {
    text: 'How far an initiative is that is not archived.',
    values: {
      draft: 'an idea',
      exploring: 'being looked into',
      building: 'being worked on',
      ready_to_act: 'ready to be worked on',
      completed: 'done',
    },
  },
  FeedbackStatus: {
    text: 'How far the analysis of a text is.',
    values: {
      received: 'stored, and not to be analyzed yet',
      queued: 'waits for the analysis',
      analyzing: 'is being analyzed',
      analyzed: 'analyzed; it may have no insights',
      skipped: 'left out of the analysis',
      failed: 'the analysis failed',
    },
  },
  SkipReason: {
    text: 'Why feedback was not analyzed.',
    values: {
      no_content: 'there is nothing to analyze in it',
      duplicate: 'the same text came before',
      too_short: 'it is shorter than the least length for the analysis',
      not_requested: 'it was sent with `analyze: false`, or its ticket is not complete',
      ignored_source: 'its source is ignored',
      internal_domain: 'a colleague wrote it',
      no_customer_speech: 'no customer speaks in the interview',
    },
  },
  InsightStatus: {
    text: 'Whether an insight counts.',
    values: { active: 'it counts', dismissed: 'a person has set it aside; it counts nowhere' },
  },
  ArchivableStatus: { text: 'Whether it is in use.', values: { active: 'in use', archived: 'out of the way' } },
  InterviewStatus: {
    text: 'How far the analysis of an interview is.',
    values: { processing: 'it is being analyzed', ready: 'it is analyzed', failed: 'the analysis failed' },
  },
  SurveyStatus: {
    text: 'Whether a survey takes responses.',
    values: {
      draft: 'not yet; it can still be changed freely',
      active: 'yes, between its start and its end',
      closed: 'no longer',
      archived: 'no longer, and it is out of the way',
    },
  },
  NewSurveyStatus: {
    text: 'Whether a new survey takes responses.',
    values: { draft: 'not yet', active: 'yes, between its start and its end' },
  },
  TicketStatus: {
    text: 'How far a support ticket is.',
    values: {
      open: 'it waits for the help desk',
      pending: 'it waits for the customer',
      on_hold: 'it waits for another person',
      solved: 'it is answered; the customer can reply',
      closed: 'it is done for good',
    },
  },
  JobStatus: {
    text: 'How far a background job is.',
    values: {
      queued: 'it waits',
      running: 'it runs',
      ready: 'it is done',
      failed: 'it failed for good',
      cancelled: 'a person cancelled it',
    },
  },
  RunningJobStatus: {
    text: 'How far a job is that has not ended.',
    values: { queued: 'it waits', running: 'it runs' },
  },
  GraphStatus: {
    text: 'How the research on competitors is doing.',
    values: {
      empty: 'there is none yet',
      importing: 'reviews are being collected',
      running: 'reviews are being analyzed',
      ready: 'the figures are up to date',
      failed: 'the last research failed',
    },
  },
  CheckinStatus: {
    text: 'How a check-in went.',
    values: {
      scheduled: 'it waits',
      running: 'it runs',
      completed: 'it is done',
      failed: 'it failed',
      skipped: 'it was left out; `error_code` says why',
    },
  },
  StoryStatus: {
    text: 'Whether a text is written.',
    values: { ready: 'it is written', running: 'it is being written', failed: 'it could not be written' },
  },
  SourceReportStatus: {
    text: 'Whether reviews were collected from a source.',
    values: {
      collected: 'reviews were collected',
      unavailable: 'the source did not answer or refused',
      skipped: 'the source has nothing about this competitor',
    },
  },
  ProposalStatus: {
    text: 'Whether a proposal was decided about.',
    values: { open: 'not yet', accepted: 'it was carried out', rejected: 'it was turned down for good' },
  },
  ChangeSetStatus: {
    text: 'Whether proposed changes were decided about.',
    values: { proposed: 'not yet', accepted: 'they were made', rejected: 'they were turned down' },
  },
  MemberStatus: {
    text: 'Whether a member can sign in.',
    values: {
      active: 'yes',
      invited: 'not yet: the invitation is open',
      suspended: 'no: an admin has suspended the member',
    },
  },
  JoinedMemberStatus: {
    text: 'Whether a member who has joined can sign in.',
    values: { active: 'yes', suspended: 'no: an admin has suspended the member' },
  },
  IntegrationStatus: {
    text: 'Whether an integration works.',
    values: {
      pending: 'nothing has come in yet',
      connected: 'it works',
      degraded: 'some deliveries or fetches failed lately',
      error: 'it does not work; `last_error` says why',
      disabled: 'it is switched off',
    },
  },
  PullStatus: {
    text: 'How far fetching from a provider is.',
    values: {
      backfilling: 'the history is being fetched',
      up_to_date: 'everything was fetched',
      paused: 'a person has paused it',
      error: 'it does not work; `error` says why',
    },
  },
  InboundEventStatus: {
    text: 'What became of a delivery of a provider.',
    values: {
      accepted: 'it became records',
      duplicate: 'it had come in before',
      ignored: 'it has nothing that is used',
      rejected: 'it was refused',
    },
  },
  WebhookStatus: {
    text: 'Whether a webhook gets events.',
    values: { active: 'yes', paused: 'no: a person has paused it', disabled: 'no: deliveries failed for too long' },
  },
  WebhookSwitch: { text: 'Whether a webhook gets events.', values: { active: 'yes', paused: 'no' } },
  DeliveryStatus: {
    text: 'How the delivery of an event went.',
    values: { pending: 'it is still tried', delivered: 'the receiver has accepted it', failed: 'it failed for good' },
  },
}
