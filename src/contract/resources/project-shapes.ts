import Type from 'typebox'
import { AccountReach } from '#contract/core/account-reach.ts'
import { CustomFieldValues, NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { Id, Ids, UserId } from '#contract/core/ids.ts'
import { Category, Sentiment, SentimentBreakdown } from '#contract/core/labels.ts'
import { PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { CustomData, LanguageModel, Name, Text } from '#contract/core/texts.ts'
import { Day, Time, When } from '#contract/core/times.ts'
import { openProjectStatuses, projectStatuses } from '#vocabulary/statuses.ts'

export const ProjectStatus = oneOf(...projectStatuses)
const OpenStatus = oneOf(...openProjectStatuses)
const Provider = oneOf('linear', 'jira')

export const projectTitle = 'Export without limits'
const description = 'Large accounts get all of their data out.'
const content = 'Exports of any size finish in the background.'
const url = 'https://linear.app/acme/issue/ENG-142'
const HttpsUrl = Type.String({
  maxLength: 2000,
  pattern: '^https://[^\\s/?#@\\\\\\u0000-\\u001f\\u007f]+([/?#][^\\s\\u0000-\\u001f\\u007f]*)?$',
  examples: [url],
})
const Metadata = CustomData({ team: 'Data' })

const ExternalLink = Type.Object(
  {
    provider: Provider,
    external_id: nullable(Type.String({ examples: ['8c2f'] })),
    external_key: nullable(Type.String({ examples: ['ENG-142'] })),
    external_url: Type.String({ examples: [url] }),
    display_title: Type.String({ examples: ['Background exports'] }),
    metadata: nullable(Metadata),
    state: nullable(Type.String({ description: 'The last known state in the tracker.' })),
    linked_by: UserId,
    linked_at: Time,
    refreshed_at: nullable(Time),
  },
  { ...closed, $id: 'ExternalLink' },
)

const InitiativeSummary = Type.Object(
  {
    id: Id,
    title: Type.String({ examples: ['Make export dependable'] }),
    slug: Type.String({ examples: ['make-export-dependable-1d0e5f'] }),
    status: Type.String({ examples: ['building'] }),
  },
  closed,
)

export const projectFields = {
  id: Id,
  title: Type.String({ examples: [projectTitle] }),
  slug: Type.String({ examples: ['export-without-limits-4k7f2m'] }),
  description: nullable(Type.String({ examples: [description] })),
  status: ProjectStatus,
  initiative: nullable(InitiativeSummary),
  external_links: Type.Array(ExternalLink),
  account_reach: AccountReach,
  custom_fields: CustomFieldValues,
  created_at: Time,
  updated_at: Time,
}
export const Project = Type.Object(projectFields, { ...closed, $id: 'Project' })

const Section = Type.Object(
  {
    key: Type.String({ examples: ['overview'] }),
    title: Type.String({ examples: ['Overview'] }),
    content: Type.String({ examples: [content] }),
    updated_at: Time,
    updated_by: UserId,
  },
  { ...closed, $id: 'ProjectSection' },
)

export const EvidenceReference = Type.Object(
  {
    id: Id,
    type: Type.Literal('insight'),
    insight_id: Id,
    reason: nullable(Type.String({ examples: ['Named by three large accounts.'] })),
    assigned_by: nullable(UserId),
    assigned_at: Time,
    insight: Type.Object(
      {
        name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
        sentiment: Sentiment,
        category: Category,
        quote: nullable(Type.String({ examples: ['The export just spins when I select everything.'] })),
        contact_id: nullable(Id),
      },
      closed,
    ),
  },
  { ...closed, $id: 'EvidenceReference' },
)

const CitedSentence = Type.Object(
  { text: Type.String({ examples: ['CSV export fails above 10,000 rows'] }), insight_ids: Type.Array(Id) },
  closed,
)

export const EvidenceStory = Type.Object(
  {
    id: Id,
    status: oneOf('ready', 'running', 'failed'),
    title: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    narrative: Type.Array(CitedSentence, { description: 'Sentences with their supporting insights.' }),
    key_findings: Type.Array(CitedSentence),
    quotes: Type.Array(Type.Object({ text: Type.String(), insight_id: Id, feedback_id: nullable(Id) }, closed)),
    counter_evidence: Type.Array(CitedSentence),
    stats: Type.Object(
      {
        insight_count: Count,
        contact_count: Count,
        sentiment_breakdown: SentimentBreakdown,
        sources: Type.Array(Type.Object({ source: Type.String({ examples: ['zendesk'] }), count: Count }, closed)),
      },
      closed,
    ),
    engine: oneOf('extractive', 'llm'),
    language_model: LanguageModel,
    generated_by: UserId,
    generated_at: Time,
    job_id: nullable(Id),
    stale: Type.Boolean({ description: 'The evidence has changed since the story was created.', examples: [false] }),
  },
  { ...closed, $id: 'EvidenceStory' },
)

const StatusChange = Type.Object({ from: ProjectStatus, to: ProjectStatus, at: Time, actor: UserId }, closed)
export const Owner = nullable(Type.Object({ user_id: UserId, name: Type.String({ examples: ['Ana Lima'] }) }, closed))

export const ProjectDetail = Type.Object(
  {
    ...projectFields,
    owner_id: nullable(UserId),
    owner: Owner,
    start_date: nullable(Day),
    target_date: nullable(Day),
    started_at: nullable(Time),
    completed_at: nullable(Time),
    archived_at: nullable(Time),
    status_before_archive: nullable(OpenStatus),
    status_history: Type.Array(StatusChange, { description: 'The last 100 changes, oldest first.' }),
    segment_ids: Type.Array(Id, { description: 'The segments its evidence comes from.' }),
    opportunity_ids: Type.Array(Id, { description: 'The linked opportunities.' }),
    sections: Type.Array(Section),
    evidence_count: Count,
    evidence_references: Type.Array(EvidenceReference, {
      description: 'The latest 100, newest first; /evidence lists all.',
    }),
    latest_evidence_story: nullable(EvidenceStory),
  },
  { ...closed, $id: 'ProjectDetail' },
)

export const writableProjectFields = {
  title: Name(projectTitle),
  description: nullable(Text(description, 2000)),
  initiative_id: nullable(Id),
  owner_id: nullable(UserId),
  start_date: nullable(Day),
  target_date: nullable(Day),
  custom_fields: NewCustomFields,
}
export const optionalProjectFields = Type.Partial(Type.Object(writableProjectFields)).properties
export const firstStatus = withDefault(OpenStatus, 'not_started')

const project_id = Id
const requireOneOf = (...names: string[]) => ({
  anyOf: names.map((name) => ({ properties: { [name]: {} }, required: [name] })),
})

export const projectActions = {
  create: Type.Object(
    {
      title: writableProjectFields.title,
      status: firstStatus,
      initiative_id: optionalProjectFields.initiative_id,
      owner_id: optionalProjectFields.owner_id,
      description: optionalProjectFields.description,
    },
    closed,
  ),
  update_title: Type.Object({ project_id, title: writableProjectFields.title }, closed),
  update_status: Type.Object({ project_id, status: ProjectStatus }, closed),
  archive: Type.Object({ project_id }, closed),
  set_initiative: Type.Object(
    {
      project_id,
      initiative_id: {
        ...writableProjectFields.initiative_id,
        description: 'The initiative that it is part of; null makes the Project standalone.',
      },
    },
    closed,
  ),
  upsert_section: Type.Object(
    {
      project_id,
      section_key: Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description: 'Which section: overview, evidence, success_metrics or a name of your own.',
        examples: ['overview'],
      }),
      content: Text(content, 100_000),
    },
    closed,
  ),
  link_external_artifact: Type.Object(
    {
      project_id,
      provider: Provider,
      external_url: HttpsUrl,
      display_title: Name('Background exports'),
      external_id: Type.Optional({ ...Name('8c2f'), description: 'Either this or external_key is required.' }),
      external_key: Type.Optional({ ...Name('ENG-142'), description: 'Either this or external_id is required.' }),
      metadata: Type.Optional(Metadata),
    },
    { ...closed, ...requireOneOf('external_id', 'external_key') },
  ),
  unlink_external_artifact: Type.Object({ project_id, provider: Provider }, closed),
  assign_insights: Type.Object(
    {
      project_id,
      insight_ids: Ids(),
      reason: Type.Optional(Text('Named by three large accounts.', 2000)),
    },
    closed,
  ),
  unassign_insights: Type.Object({ project_id, insight_ids: Ids() }, closed),
  generate_evidence_story: Type.Object({ project_id }, closed),
}

export const BuildResult = Type.Object(
  {
    action: Type.Unsafe<keyof typeof projectActions>({ type: 'string', enum: Object.keys(projectActions) }),
    project: ProjectDetail,
    assigned: Type.Optional(Count),
    already_assigned: Type.Optional(Count),
    unassigned: Type.Optional(Count),
    evidence_story: Type.Optional(EvidenceStory),
    job_id: Type.Optional(Type.Null({ description: 'Always null: the story is created within the request.' })),
  },
  { ...closed, $id: 'ProjectBuild' },
)

export const projectListQuery = Type.Object(
  {
    ...PageQuery,
    initiative_id: Type.Optional(Id),
    status: Type.Optional(multiValue(ProjectStatus)),
    external_provider: Type.Optional(multiValue(Provider)),
    owner_id: Type.Optional(UserId),
    segment_id: Type.Optional(Id),
    q: Type.Optional(
      Type.String({ minLength: 2, maxLength: 200, description: 'In title or description.', examples: ['export'] }),
    ),
    target_before: Type.Optional(Day),
    updated_since: Type.Optional({ ...When, description: 'Oldest change first, including archived ones.' }),
    include_archived: Type.Optional(Type.Boolean({ description: 'Default: archived ones are only listed by status.' })),
    ...customFieldQuery,
    sort: Type.Optional(oneOf('-created_at', 'created_at', '-updated_at', 'title', 'target_date')),
  },
  closed,
)
