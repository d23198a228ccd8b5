import { segmentTable } from '#domain/findings/segments/table.ts'
import { contextEntryTable } from '#domain/overview/context/table.ts'
import { shareLinkTable } from '#domain/overview/share-links/table.ts'
import { initiativeSectionTable, initiativeTable } from '#domain/planning/initiatives/table.ts'
import { projectLinkTable, projectSectionTable, projectTable } from '#domain/planning/projects/table.ts'
import { questionTable, surveyTable } from '#domain/sources/surveys/table.ts'
import { erasureOf, type TableErasure } from '#store/table/erase.ts'

/* Tables of the team, its settings and its plans, and of public reviews: an erasure leaves them alone. */

const people = {
  api_key: { team: 'name', secret: 'hash', fixed: 'user_id hint revoked_reason client_id redirect_host' },
  api_request: { fixed: 'user_id method path code request_id' },
  app_user: { account: 'id name email image' },
  audit_entry: {
    account: 'address user_agent',
    team: 'before after',
    fixed: 'operation outcome reason means actor_type actor_id user_id request_id resource_id',
  },
  app_token: { secret: 'hash code_challenge', fixed: 'kind redirect_uri' },
  attempt_window: { account: 'caller', fixed: 'name' },
  installation: { secret: 'secret key_checks' },
  invitation: { account: 'email', secret: 'token_hash', fixed: 'role invited_by' },
  key_directory: { secret: 'key', fixed: 'kind' },
  membership: { fixed: 'user_id role status' },
  oauth_client: { published: 'name redirect_uris', fixed: 'id' },
  organization: { team: 'name internal_domains ignored_sources masking retention', fixed: 'id product_kind' },
  organization_deletion: { fixed: 'id requested_by members counts' },
  rate_bucket: { account: 'caller', fixed: 'name' },
  comment_reaction: { fixed: 'user_id reaction' },
  follow: { fixed: 'object_type user_id' },
  notification: { fixed: 'user_id kind topic object_type actor_ids' },
  notification_preference: { team: 'ways quiet_from quiet_to time_zone', fixed: 'user_id' },
  share_link: erasureOf(shareLinkTable),
  saved_view: { team: 'name path', fixed: 'user_id' },
  schema_migration: { fixed: 'name checksum' },
  user_account: {
    account: 'account_id scope',
    secret: 'access_token refresh_token id_token password',
    fixed: 'id provider_id user_id',
  },
  user_second_factor: { secret: 'secret recovery_codes', fixed: 'user_id' },
  user_session: { account: 'ip_address user_agent', secret: 'token', fixed: 'id user_id active_org_id' },
  user_verification: { account: 'identifier', secret: 'value', fixed: 'id' },
} as const satisfies Record<string, TableErasure>

const plans = {
  alert: { team: 'name filter condition', fixed: 'metric created_by' },
  category: { team: 'name description color', fixed: 'key' },
  context_entry: erasureOf(contextEntryTable),
  context_profile: { team: 'document' },
  feedback_widget: { team: 'name allowed_origins heading', secret: 'key' },
  initiative: erasureOf(initiativeTable),
  initiative_insight: { team: 'reason', fixed: 'added_by' },
  initiative_section: erasureOf(initiativeSectionTable),
  initiative_status_change: { fixed: 'from_status to_status actor_id' },
  integration: {
    team: 'name config mapping',
    secret: 'token secret secret_hint previous_secret',
    fixed: 'provider status source sync_frequency error_code error_message created_by',
  },
  integration_pull: {
    secret: 'credential credential_hint token',
    fixed: 'cursors error_code error_message error_action',
  },
  notification_channel: { team: 'name', secret: 'url url_hint', fixed: 'kind error' },
  opportunity_insight: { team: 'reason', fixed: 'added_by importance' },
  project: erasureOf(projectTable),
  project_contact_message: { fixed: 'sent_by' },
  project_insight: { team: 'reason', fixed: 'assigned_by' },
  project_link: erasureOf(projectLinkTable),
  project_section: erasureOf(projectSectionTable),
  project_status_change: { fixed: 'from_status to_status actor_id' },
  segment: erasureOf(segmentTable),
  segment_member: { fixed: 'membership' },
  survey: erasureOf(surveyTable),
  survey_link: { team: 'name allowed_origins', secret: 'key' },
  survey_question: erasureOf(questionTable),
  webhook: {
    team: 'url events filter description',
    secret: 'plaintext_secret plaintext_previous_secret secret previous_secret secret_hint',
    fixed: 'status disabled_reason created_by',
  },
} as const satisfies Record<string, TableErasure>

const published = {
  competitor: { team: 'name domain description', fixed: 'added_by' },
  competitor_checkin: { published: 'snapshot ranking', fixed: 'status cadence error_code' },
  competitor_graph: { fixed: 'cadence checkins_updated_by' },
  competitor_insight: { published: 'name quote', fixed: 'sentiment category' },
  competitor_record: { published: 'summary detail' },
  competitor_review: {
    published: 'title content url parent_text',
    fixed: 'source source_type external_id thread_role',
  },
  competitor_source: { published: 'url rating', fixed: 'source source_type' },
  competitor_source_report: { published: 'error', fixed: 'source status' },
  competitor_subtheme: { published: 'name document', fixed: 'category' },
  competitor_teaser: { published: 'title document', fixed: 'category' },
  competitor_version: { published: 'overview' },
  opportunity_competitor_insight: { fixed: 'added_by' },
} as const satisfies Record<string, TableErasure>

const counters = {
  daily_count_stale: { fixed: 'kind' },
  daily_count_state: { fixed: 'kind' },
  exchange_rates: { team: 'base_currency rates' },
  embedding_space: { fixed: 'model mean' },
  language_model_task: { fixed: 'kind' },
  language_model_text: { fixed: 'kind model' },
  masking_count: { fixed: 'rule' },
} as const satisfies Record<string, TableErasure>

export const accountColumns = { ...people, ...plans, ...published, ...counters }
