import type { EnumTexts } from './enum-texts.ts'

/** Jobs, keys, alerts, the audit log and what became of writes. */
export const operationEnums: EnumTexts = {
  JobType: {
    text: 'What a background job does.',
    values: {
      feedback_analysis: 'finds insights in feedback',
      interview_analysis: 'finds insights in an interview',
      survey_synthesis: 'finds insights in responses to a survey',
      nps_synthesis: 'finds insights in the reasons of NPS scores',
      csv_validation: 'checks the rows of a table',
      csv_import: 'imports the rows of a table',
      csv_rollback: 'takes an import back',
      integration_sync: 'fetches from a provider',
      integration_removal: 'deletes the records of an integration',
      subtheme_synthesis: 'forms the subthemes of themes',
      backlog_refresh: 'ranks opportunities',
      evidence_story: 'writes about the evidence of a Project',
      theme_backfill: 'links past insights to a theme',
      theme_merge: 'looks for changes of themes to propose',
      segment_evaluation: 'applies the rules of a segment',
      competitor_research: 'researches competitors',
      competitor_checkin: 'looks for news about competitors',
      contact_erasure: 'erases the data of a person',
      export: 'writes an export',
      vector_refresh: 'prepares texts for the search by meaning',
      analysis_rerun: 'analyzes feedback again',
      language_model_review: 'lets a language model look at labels and names',
      language_model_grouping: 'lets a language model group the insights',
    },
  },
  WriteResult: {
    text: 'What became of what was sent.',
    values: {
      created: 'it is new',
      updated: 'it changed an existing object',
      unchanged: 'the object was the same already',
    },
  },
  RowStatus: {
    text: 'What became of a row.',
    values: {
      created: 'it became a new object',
      updated: 'it changed an existing object',
      unchanged: 'the object was the same already',
      failed: 'it was refused; `error` says why',
    },
  },
  InboundRecordResult: {
    text: 'What a delivery did to an object.',
    values: { created: 'created it', updated: 'changed it', unchanged: 'left it as it was', deleted: 'deleted it' },
  },
  Role: {
    text: 'What a member may do.',
    values: {
      admin: 'also settings, keys, members and webhooks',
      member: 'everything else',
      contributor: 'read, add and triage feedback, write insights and link evidence, in the web app',
      viewer: 'read in the web app',
    },
  },
  Scope: { text: 'What a key may do.', values: { read: 'read', write: 'read and write' } },
  Region: {
    text: 'Where the data of an organization is stored.',
    values: { us: 'the United States', eu: 'the European Union', au: 'Australia' },
  },
  EventActorType: {
    text: 'What kind of actor caused an event.',
    values: {
      user: 'a person in the web app',
      api_key: 'a request with a key',
      integration: 'a delivery of a provider',
      system: 'background work',
    },
  },
  AuditActorType: {
    text: 'What kind of actor did something.',
    values: {
      user: 'a person in the web app',
      api_key: 'a request with a key',
      command: 'a command on the server',
      integration: 'a delivery of a provider',
      system: 'background work',
      anonymous: 'a person before signing in',
    },
  },
  AuditOutcome: { text: 'How it went.', values: { success: 'it was done', failure: 'it was refused or failed' } },
  SignInMeans: {
    text: 'How a person proved who they are.',
    values: {
      password: 'with a password',
      single_sign_on: 'with an identity provider',
      setup: 'with the token of the first set-up',
      invitation: 'with an invitation',
      password_reset: 'with a link for a new password',
    },
  },
  AlertMetric: {
    text: 'The figure that an alert watches.',
    values: {
      insights: 'the number of insights',
      feedback: 'the number of pieces of feedback',
      negative_share: 'how much of the insights is negative, in percent',
      tickets: 'the number of support tickets',
    },
  },
  TrendMetric: {
    text: 'The figure of a series.',
    values: {
      insights: 'the number of insights',
      feedback: 'the number of pieces of feedback',
      negative_share: 'how much of the insights is negative, in percent',
      nps: 'the Net Promoter Score',
      tickets: 'the number of support tickets',
      opportunities: 'the number of opportunities',
    },
  },
  AlertOperator: {
    text: 'How an alert compares.',
    values: {
      increase_pct: 'more than in the period before, by at least this many percent',
      decrease_pct: 'less than in the period before, by at least this many percent',
      above: 'above the value',
      below: 'below the value',
    },
  },
  AlertWindow: {
    text: 'The period that an alert looks at.',
    values: { '1d': 'the last day', '7d': 'the last 7 days', '30d': 'the last 30 days' },
  },
  MaskKind: {
    text: 'What is masked.',
    values: {
      email: 'email addresses',
      phone: 'telephone numbers',
      card: 'card numbers with a valid check digit',
      iban: 'IBANs with valid check digits',
    },
  },
  ErasedTexts: {
    text: 'What erasing a contact does to their texts.',
    values: { removed: 'they are removed', masked: 'they stay, with what identifies the person masked' },
  },
  RerunScope: {
    text: 'Which feedback is analyzed again.',
    values: { outdated: 'only feedback with insights of another version or model', all: 'all feedback' },
  },
  OpportunityAction: {
    text: 'What to do with an opportunity.',
    values: {
      archive: 'archive it',
      set_segments: 'set the segments that it is about',
      link_initiative: 'let an initiative solve it',
      create_initiative_from_opportunity: 'create an initiative that solves it',
    },
  },
  InitiativeAction: {
    text: 'What to do with an initiative.',
    values: {
      create: 'create it',
      update_title: 'change the title',
      update_goal: 'change the goal',
      update_status: 'change the status',
      upsert_section: 'write a section',
      set_segments: 'set the segments that it is for',
    },
  },
  ProjectAction: {
    text: 'What to do with a Project.',
    values: {
      create: 'create it',
      update_title: 'change the title',
      update_status: 'change the status',
      archive: 'archive it',
      set_initiative: 'make it part of an initiative, or of none',
      upsert_section: 'write a section',
      link_external_artifact: 'link it to an issue or document',
      unlink_external_artifact: 'take such a link away',
      assign_insights: 'make insights its evidence',
      unassign_insights: 'take insights from its evidence',
      generate_evidence_story: 'write about its evidence',
    },
  },
}
