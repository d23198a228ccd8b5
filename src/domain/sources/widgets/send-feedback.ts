import type { Ctx } from '#domain/context.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import { type PublicWidget, touchWidget } from './queries.ts'

type WidgetMessage = {
  content: string
  email?: string | undefined
  url?: string | undefined
  submission: string
}

/**
 * Stores what a visitor wrote; the same submission sent again replaces it. The address is not verified, so it only
 * finds or creates a contact and changes nothing about it.
 */
export async function storeWidgetFeedback(ctx: Ctx, widget: PublicWidget, message: WidgetMessage): Promise<string> {
  const { db, org } = ctx
  const { content, email, url, submission } = message
  const [outcome] = await ingestFeedback(db, org, [
    {
      content,
      source: 'widget',
      source_type: 'feedback',
      external_id: submission,
      analyze: true,
      metadata: { widget: widget.name, ...(email && { email_verified: false }) },
      ...(email && { contact: { email } }),
      ...(url && { url }),
    },
  ])
  const { id, result, queued } = outcome!
  if (queued) await enqueueAnalysis(ctx, [id])
  if (result !== 'unchanged') ctx.emit(`feedback.${result}`, { object: { id } })
  await touchWidget(db, org, widget.id)
  return id
}
