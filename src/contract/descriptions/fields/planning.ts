import type { FieldTexts } from './field-texts.ts'

/** Opportunities and initiatives. */
export const planningTexts: Record<string, FieldTexts> = {
  Opportunity: {
    title: 'The problem in a few words.',
    summary: 'The problem in one or two sentences; null without a summary.',
    problem_statement: 'What keeps customers from what they want to do; null without a statement.',
    category: 'The kind of problem; ranks are within a category.',
    status: 'Whether it is ranked.',
    impact_score: 'How much solving it would matter, from 0 to 100.',
    impact_factors: 'What the impact score is made of.',
    'impact_factors.factor': 'What is measured.',
    'impact_factors.value': 'The measure, from 0 to 1.',
    'impact_factors.weight': 'How much the factor counts; all weights together are 1.',
    'score_terms.factor': 'What is counted.',
    'score_terms.role': 'What the factor does in the score.',
    sentiment: 'The sentiment of most of its insights.',
    contact_count: 'The number of different contacts behind it.',
    importance_counts:
      'How many customers it matters to and how much, each counted once by the highest importance of their insights; ' +
      'an insight without a contact is a customer of its own.',
    'importance_counts.critical': 'To how many customers it is critical.',
    'importance_counts.important': 'To how many customers it is important.',
    'importance_counts.nice_to_have': 'To how many customers it is nice to have.',
    segment_ids: 'The segments that it is about.',
    segments: 'The segments that it is about, with names.',
    'segments.name': 'The name of the segment.',
    initiative_id: 'The initiative that solves it; null for none.',
    project_ids: 'The Projects that carry it out.',
    origin: 'How it came about.',
    source_ref: 'What it was created from; null if it was created by hand.',
    'source_ref.source_type': 'What kind of object that is.',
    'source_ref.source_id': 'The id of that object.',
    first_seen_at: 'When the oldest of its insights was said; null without insights.',
    last_evidence_at: 'When the newest of its insights was said; null without insights.',
    snapshot_id: 'The refresh of the backlog that ranked it last; null before the first.',
    insight_ids: 'The insights that it rests on.',
  },
  CustomField: {
    object_type: 'The type of the objects that have the field.',
    kind: 'What its values are.',
  },
  ScoringMethod: {
    kind: 'How the factors are combined.',
    'factors.factor': 'What is counted.',
  },
  ScoringMethodVersion: { 'factors.factor': 'What was counted.' },
  createScoringMethod: { name: 'What the team calls the method.', 'factors.factor': 'What is counted.' },
  updateScoringMethod: { name: 'What the team calls the method.', 'factors.factor': 'What is counted.' },
  ScoringComparison: {
    'data.title': 'The title of the opportunity.',
    'data.category': 'The kind of problem.',
    'terms.factor': 'What is counted.',
    'terms.role': 'What the factor does in the score.',
    'factors.factor': 'What is counted.',
    kind: 'How the factors are combined.',
    limit: 'How many opportunities to return.',
  },
  OpportunityDetail: {
    brief: 'What it rests on, in numbers.',
    narrative: 'The case for it, in blocks of text; ignore types that you do not know.',
    'monthly_sentiment.month': 'The month, as `YYYY-MM`.',
    subthemes: 'The subthemes that its insights are in.',
    'subthemes.name': 'The point in a few words.',
    competitor_evidence: 'What customers of competitors say about it.',
    'competitor_evidence.insight_count': 'The number of insights about competitors.',
    'competitor_evidence.competitors': 'The competitors that they are about.',
    'competitors.name': 'The name of the competitor.',
    initiative: 'The initiative that solves it; null for none.',
    'initiative.title': 'The title of the initiative.',
    'initiative.status': 'How far the initiative is.',
    projects: 'The Projects that carry it out.',
    'projects.title': 'The title of the Project.',
    'projects.status': 'How far the Project is.',
  },
  OpportunitySnapshot: { created_at: 'When the backlog was refreshed.' },
  OpportunitySnapshotDetail: {
    moves: 'The opportunities that are new or have another rank.',
    'moves.category': 'The category that it is ranked in.',
    'moves.change': 'What the refresh did to it.',
    'moves.rank': 'The rank after the refresh; null without one.',
    'moves.previous_rank': 'The rank before the refresh; null without one.',
    'moves.impact_score': 'The impact score after the refresh, from 0 to 100.',
  },
  buildOpportunities: {
    action: 'The action that was carried out.',
    opportunity: 'The opportunity after the action.',
    initiative: 'The initiative that was created or linked, if the action did that.',
    initiative_id: 'The initiative that solves it from now on.',
    title: 'The title of the new initiative.',
    goal: 'What the new initiative is to reach.',
    owner_id: 'The user who is responsible for the new initiative.',
    segment_ids: 'The segments that it is about from now on; empty for none.',
  },
  buildInitiatives: {
    action: 'The action that was carried out.',
    initiative: 'The initiative after the action.',
    initiative_id: 'The initiative to change.',
    section_type: 'The key of the section, such as `overview`.',
    content: 'The text of the section, as Markdown.',
    segment_ids: 'The segments that it is for from now on; empty for none.',
  },
  Initiative: {
    title: 'What is to be done, in a few words.',
    description: 'What it is about, in a few sentences; null without a description.',
    goal: 'What is to be reached; null without a goal.',
    status: 'How far it is.',
    leveraged_insights_count: 'The number of insights that it rests on.',
  },
  InitiativeDetail: {
    sections: 'Its text, in sections.',
    'sections.key': 'The key of the section, such as `overview`.',
    'sections.content': 'The text of the section, as Markdown.',
    last_generated_at: 'When Earshot last wrote a section; null if it never did.',
    segment_ids: 'The segments whose customers it is for.',
    segments: 'The segments that it is for, with names.',
    'segments.name': 'The name of the segment.',
    projects: 'The Projects that carry it out.',
    'projects.title': 'The title of the Project.',
    'projects.status': 'How far the Project is.',
    opportunity_ids: 'The opportunities that it solves.',
    'status_history.from': 'The status before.',
    'status_history.to': 'The status after.',
    'status_history.at': 'When it changed.',
    'status_history.actor': 'The user who changed it.',
  },
  listInitiativeSections: { 'data.key': 'The key of the section, such as `overview`.', 'data.content': section() },
  updateInitiativeSection: { key: 'The key of the section, such as `overview`.', content: section() },
  deleteInitiativeSection: { key: 'The key of the section that was removed.' },
  addOpportunityInsights: {
    reason: 'Why the insights belong to it, in words.',
    importance: 'How much they matter to their customers. Insights that belong to it already keep theirs.',
  },
  mergeOpportunities: { source_opportunity_ids: 'The opportunities that become part of this one; at most 20.' },
  splitOpportunity: { insight_ids: 'The insights that move to the new opportunity.' },
  OpportunityInsight: { importance: importance(), suggested_importance: suggested() },
  OpportunityEvidence: { importance: importance(), reason: 'Why it was linked, in words; null without a reason.' },
  EvidenceSuggestion: {
    similarity: 'How similar it is to the evidence, from 0 to 1.',
    suggested_importance: suggested(),
  },
  addInitiativeInsights: { reason: 'Why the insights belong to it, in words.' },
  listOpportunityProjects: project(),
  listInitiativeProjects: project(),
  removeOpportunityInsight: unlinked(),
  removeInitiativeInsight: unlinked(),
  unlinkOpportunityProject: unlinked(),
  unlinkInitiativeOpportunity: unlinked(),
  listOpportunityContacts: {
    'data.name': 'The name of the contact; null if it is not known.',
    'data.email': 'The email address of the contact; null if it is not known.',
    'data.insight_count': 'The number of insights of this contact behind the opportunity.',
    'data.last_insight_at': 'When the newest of them was said.',
  },
}

function importance(): string {
  return 'How much it matters to its customer, as a person said; null where nobody has.'
}

function suggested(): string {
  return 'What the words of the customer suggest; null where they suggest nothing.'
}

function section(): string {
  return 'The text of the section, as Markdown.'
}

function project(): FieldTexts {
  return { 'data.title': 'The title of the Project.', 'data.status': 'How far the Project is.' }
}

function unlinked(): FieldTexts {
  return { linked: 'Always false: the two no longer belong together.' }
}
