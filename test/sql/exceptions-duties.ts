type Exception = { file: string; contains: string; reason: string }

/** Scheduled duties. */
export const dutyExceptions: readonly Exception[] = [
  {
    file: 'src/domain/notifications/mail/',
    contains: 'select distinct org_id from notification where by_mail',
    reason: 'finds organizations with notifications to mail',
  },
  {
    file: 'src/domain/comments/queries-gone.ts',
    contains: 'select org_id from comment union select org_id from follow',
    reason: 'finds organizations with comments, to delete those on objects that are gone, once a day',
  },
  {
    file: 'src/domain/competitors/checkins/',
    contains: 'select org_id from competitor_graph where checkins_enabled',
    reason: 'finds check-ins that are due',
  },
  {
    file: 'src/domain/competitors/checkins/',
    contains: 'from competitor_checkin r left join job j',
    reason: 'finds check-ins whose job was lost',
  },
  {
    file: 'src/domain/planning/backlog/',
    contains: 'select distinct org_id from opportunity where',
    reason: 'finds organizations with a backlog to rank',
  },
  {
    file: 'src/domain/planning/outcomes/',
    contains: "select distinct org_id from project where status = 'completed'",
    reason: 'finds organizations with Projects that may be due for a verdict',
  },
  {
    file: 'src/domain/integrations/',
    contains: 'select org_id, id, sync_frequency from integration',
    reason: 'finds integrations whose sync is due',
  },
  {
    file: 'src/domain/sources/tickets/',
    contains: 'select s.org_id, s.feedback_id as id from feedback_state s',
    reason: 'finds idle tickets',
  },
  {
    file: 'src/domain/sources/nps/',
    contains: 'nps_score_published p where exists',
    reason: 'finds organizations whose score may have changed',
  },
  {
    file: 'src/domain/sources/nps/',
    contains: 'o.id not in (select p.org_id from nps_score_published p)',
    reason: 'finds organizations without a published score',
  },
  {
    file: 'src/domain/sources/nps/',
    contains: 'select distinct org_id from nps_response where org_id = any(',
    reason: 'finds organizations without a published score that have responses',
  },
  {
    file: 'src/domain/overview/channels/',
    contains: 'select org_id, id from channel_message where next_attempt_at',
    reason: 'finds messages that are due',
  },
  {
    file: 'src/domain/overview/alerts/',
    contains: 'from alert where enabled and deleted_at is null and (last_triggered_at',
    reason: 'finds alerts to evaluate',
  },
  {
    file: 'src/domain/overview/digest/',
    contains: 'select org_id from notification_channel where weekly_digest',
    reason: 'finds organizations with a digest that is due',
  },
  {
    file: 'src/worker/retention.ts',
    contains: '',
    reason: 'deletes expired rows of all organizations in batches, once a day',
  },
  {
    file: 'src/domain/imports/csv-uploads/queries-retention.ts',
    contains: '',
    reason: 'deletes expired uploads of all organizations in batches, once a day',
  },
  {
    file: 'src/domain/llm-access/queries-log.ts',
    contains: 'update language_model_request set system = null, prompt = null where (org_id, id)',
    reason: 'deletes expired texts of all organizations in batches, once a day',
  },
  {
    file: 'src/domain/integrations/inbound/queries.ts',
    contains: 'update integration_event set body = null where (org_id',
    reason: 'deletes expired bodies of all organizations in batches, once a day',
  },
  {
    file: 'src/domain/events/requests/queries.ts',
    contains: 'select org_id from api_request group by',
    reason: 'finds organizations with more requests in their log than are kept',
  },
  {
    file: 'src/domain/sources/masking/queries-counts.ts',
    contains: 'select org_id, day, rule from masking_count where day <',
    reason: 'finds counts of masked values to sum up, once a day',
  },
  {
    file: 'src/domain/jobs/queries-sweep.ts',
    contains: 'select org_id as org, id as job, failures from job',
    reason: 'finds jobs without a message',
  },
  {
    file: 'src/domain/findings/semantic/',
    contains: 'select o.id as org_id from organization o where not exists (select 1 from semantic.space s',
    reason: 'finds organizations whose vectors are not copied yet',
  },
]
