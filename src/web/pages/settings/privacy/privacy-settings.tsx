import { useApiQuery } from '#web/api/hooks.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { ErasureCard } from './erasure-card.tsx'
import { MaskedCounts } from './masked-counts.tsx'
import { MaskingPreview } from './masking-preview.tsx'
import { MaskingRules } from './masking-rules.tsx'
import { RetentionCard } from './retention-card.tsx'

/** What is masked in texts before they are stored, and when they are deleted, and what erasing a contact does. */
export function PrivacySettings() {
  const query = useApiQuery('getMasking')
  return (
    <QueryState query={query}>
      {(masking) => (
        <>
          <MaskingRules masking={masking} />
          <MaskingPreview masking={masking} />
          <MaskedCounts daily={masking.daily} />
          <RetentionCard />
          <ErasureCard />
        </>
      )}
    </QueryState>
  )
}
