import { dutyExceptions } from './exceptions-duties.ts'
import type { CapturedStatement } from './statement-key.ts'

type Exception = { file: string; contains: string; reason: string }

/** Statements over all organizations, on purpose: each finds work, which is then done one organization at a time. */
export const exceptions: readonly Exception[] = [
  ...dutyExceptions,
  {
    file: 'src/domain/outbox/queries.ts',
    contains: 'select org_id, id from mail_outbox where next_attempt_at',
    reason: 'finds due mail',
  },
  {
    file: 'src/domain/events/webhooks/queries-dispatch.ts',
    contains: 'select w.org_id, w.id from webhook w',
    reason: 'finds webhooks with new events',
  },
  {
    file: 'src/domain/events/webhooks/queries-dispatch.ts',
    contains: 'select distinct d.org_id, d.webhook_id as id from webhook_delivery d',
    reason: 'finds webhooks with due deliveries',
  },
  {
    file: 'src/domain/events/webhooks/queries-secrets.ts',
    contains: 'from webhook where plaintext_secret is not null',
    reason: 'finds secrets to encrypt, at the start after an upgrade',
  },
  {
    file: 'src/domain/events/requests/queries.ts',
    contains: 'insert into api_request',
    reason: 'writes the log of requests in batches of all organizations',
  },
  {
    file: 'src/domain/daily-counts/queries.ts',
    contains: 'select o.org_id, k.kind from (select distinct org_id from category) o',
    reason: 'finds organizations with changes to count',
  },
  {
    file: 'src/domain/ranking/account-reach/queries-changed.ts',
    contains: 'select o.org_id from (select distinct org_id from category) o',
    reason: 'finds organizations with changes to count',
  },
  {
    file: 'src/domain/findings/analysis/queries.ts',
    contains: 'delete from analysis_claim a where not exists',
    reason: 'deletes claims of ended jobs',
  },
  {
    file: 'src/domain/findings/analysis/queries.ts',
    contains: 'select distinct s.org_id from feedback_state s',
    reason: 'finds queued feedback without a job',
  },
  {
    file: 'src/domain/findings/analysis/queries-synthesis.ts',
    contains: 'select o.org_id from (select distinct org_id from insight_vector',
    reason: 'finds organizations whose synthesis was lost',
  },
  {
    file: 'src/domain/findings/analysis/queries-vectors.ts',
    contains: 'select distinct v.org_id from insight_vector v',
    reason: 'finds organizations with vectors of an earlier model',
  },
  {
    file: 'src/domain/findings/analysis/queries-vectors.ts',
    contains: "select org_id from job where type = 'feedback_analysis'",
    reason: 'asks whether any feedback is being analyzed, before vectors are recomputed',
  },
  {
    file: 'src/domain/findings/segments/queries.ts',
    contains: 'select distinct s.org_id from segment s join organization o',
    reason: 'finds organizations with segments to evaluate',
  },
  {
    file: 'src/domain/findings/synthesis/queries.ts',
    contains: 'select distinct org_id from embedding_space',
    reason: 'finds organizations with themes to review',
  },
  {
    file: 'src/domain/llm-tasks/queries.ts',
    contains: 'select o.org_id from (select distinct org_id from language_model_task',
    reason: 'finds organizations whose review was lost',
  },
  {
    file: 'src/domain/findings/llm-grouping/queries.ts',
    contains: 'select s.org_id from language_model_setting s',
    reason: 'finds organizations with insights to group',
  },
  { file: 'src/api/ops/metrics.ts', contains: 'select (select count(*) from job', reason: 'figures for operators' },
  {
    file: 'src/domain/organizations/credits/',
    contains: 'select org_id, credits from credit_balance',
    reason: 'lists organizations with their credits, for operators',
  },
  { file: 'src/store/backup/', contains: '', reason: 'backup and restore, which operators run' },
  { file: 'src/store/event-positions.ts', contains: '', reason: 'a database that was moved, at its first start' },
]

export const exceptionFor = ({ file, text }: CapturedStatement): Exception | undefined =>
  exceptions.find((exception) => file.startsWith(exception.file) && text.includes(exception.contains))
