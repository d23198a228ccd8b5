import { invalidateAll } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'

/** Takes back an applied document of themes; answers whether that worked. */
export async function undoApplied(applicationId: string): Promise<boolean> {
  try {
    const { restored_insight_count: count } = await call('undoTaxonomy', { applicationId })
    toast({ title: t('{count, one {# insight is} other {# insights are}} back', { count }) })
    return true
  } catch (error) {
    toast({ tone: 'bad', title: errorMessage(error) })
    return false
  } finally {
    invalidateAll()
  }
}
