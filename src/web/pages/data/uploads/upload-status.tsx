import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'

type UploadItem = ItemOf<'listCsvUploads'>
export type UploadType = UploadItem['type']

export const uploadTypeLabels = (): Record<UploadType, string> => ({
  feedback: t('Feedback'),
  nps: t('NPS responses'),
  user_interview: t('Interviews'),
  cs_ticket: t('Support tickets'),
  survey: t('Survey responses'),
})

const tones: Partial<Record<UploadItem['status'], 'good' | 'bad' | 'warn' | 'accent'>> = {
  completed: 'good',
  completed_with_errors: 'warn',
  failed: 'bad',
  importing: 'accent',
}
const statusLabels = (): Record<UploadItem['status'], string> => ({
  uploaded: t('Uploaded'),
  mapped: t('Mapped'),
  validated: t('Checked'),
  importing: t('Importing'),
  completed: t('Imported'),
  completed_with_errors: t('Partially imported'),
  failed: t('Failed'),
  cancelled: t('Canceled'),
  rolling_back: t('Undoing'),
  rolled_back: t('Undone'),
})

export const UploadStatusChip = ({ status }: { status: UploadItem['status'] }) => (
  <Chip tone={tones[status] ?? 'plain'}>{statusLabels()[status]}</Chip>
)
