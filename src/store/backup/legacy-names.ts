import { legacyMigrations } from '#store/migration-files.ts'
import type { BackupHeader } from './file.ts'

/* Tables and columns that version 0.1 called by another name; the same list as migrations/bridge/from-0.1.sql. */

const tables: Record<string, string> = {
  analysis_frame: 'embedding_space',
  competitor_member: 'competitor_version_insight',
  csv_effect: 'csv_import_change',
  feedback_standing: 'feedback_state',
  feedback_taken: 'analysis_watermark',
  feedback_under_way: 'analysis_claim',
  mail: 'mail_outbox',
  nps_told: 'nps_score_published',
  worker_beat: 'worker_heartbeat',
}

/** By the current table: old to current column. */
const columns: Record<string, Record<string, string>> = {
  analysis_claim: { taken_at: 'claimed_at' },
  competitor_checkin: { standing: 'ranking' },
  csv_upload: { facts: 'column_profiles' },
  embedding_space: { left_over: 'unclustered_count', vectors_at: 'reembedded_at' },
  feedback: { words_hash: 'content_hash' },
  insight: { segments_by_hand: 'segments_overridden' },
  insight_vector: { considered_at: 'clustered_at' },
  integration: { previous_until: 'previous_secret_until' },
  integration_event: { claim: 'dedupe_key' },
  interview_segment: { place: 'position' },
  mail_outbox: { letter: 'message' },
  nps_score_published: { looked_at: 'checked_at' },
  quote: { start_at: 'start_offset', end_at: 'end_offset' },
  subtheme: { centre: 'centroid' },
  theme: { mixed: 'is_catch_all' },
  thread_message: { said_at: 'sent_at' },
  webhook: { open_secret: 'plaintext_secret', open_previous_secret: 'plaintext_previous_secret' },
  worker_heartbeat: { beat_at: 'heartbeat_at' },
}

/** Translates the names in a backup to those of the current schema. */
export type BackupNames = {
  table(name: string): string
  column(table: string, name: string): string
  /** How the backup calls a column of the current schema. */
  columnInBackup(table: string, name: string): string
}

const currentNames: BackupNames = {
  table: (name) => name,
  column: (_, name) => name,
  columnInBackup: (_, name) => name,
}

const legacyNames: BackupNames = {
  table: (name) => tables[name] ?? name,
  column: (table, name) => columns[table]?.[name] ?? name,
  columnInBackup: (table, name) =>
    Object.entries(columns[table] ?? {}).find(([, current]) => current === name)?.[0] ?? name,
}

export const isLegacy = ({ migrations }: BackupHeader): boolean => {
  const { from } = legacyMigrations()
  return migrations.some(({ name }) => name in from)
}

export const namesIn = (header: BackupHeader): BackupNames => (isLegacy(header) ? legacyNames : currentNames)
