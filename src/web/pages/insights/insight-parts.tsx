import { Link } from '@tanstack/react-router'
import { BadgeCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/card.tsx'
import { Check, SelectField, TextArea } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { dayOf } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords, optionsOf, sentimentWords, sourceName } from '#web/words.ts'
import { ThemesPicker } from './themes-picker.tsx'

export type Insight = Out<'getInsight'>

export function useUpdateInsight() {
  return useCall('updateInsight', { optimistic: ({ insightId, ...change }) => show([insightId], change) })
}

export function InsightHead({ insight }: { insight: Insight }) {
  const update = useUpdateInsight()
  const replace = useCall('replaceInsightThemes')
  const set = (change: object) => update.mutate({ insightId: insight.id, ...change })
  return (
    <section className="grid gap-3">
      <InlineText
        label={t('Title')}
        value={insight.name}
        maxLength={200}
        className="text-xl leading-7 font-semibold"
        onSave={(name) => set({ name })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label={t('Sentiment')}
          hideLabel
          value={insight.sentiment}
          onChange={(event) => set({ sentiment: event.target.value })}
          options={optionsOf(sentimentWords())}
        />
        <SelectField
          label={t('Category')}
          hideLabel
          value={insight.category}
          onChange={(event) => set({ category: event.target.value })}
          options={optionsOf(categoryWords())}
        />
        {insight.status === 'dismissed' && <Chip tone="warn">{t('Dismissed')}</Chip>}
      </div>
      <ThemesPicker
        chosen={insight.themes.map((theme) => theme.id)}
        known={insight.themes}
        onChange={(theme_ids) => replace.mutate({ insightId: insight.id, theme_ids })}
      />
      {insight.description && <p className="text-sm whitespace-pre-wrap text-soft">{insight.description}</p>}
    </section>
  )
}

export function InsightQuotes({ insight }: { insight: Insight }) {
  const [adding, setAdding] = useState(false)
  const [unverified, setUnverified] = useState(false)
  const add = useCall('addInsightQuote', { onDone: () => setAdding(false) })
  const again = useCall('addInsightQuote')
  const remove = useCall('deleteInsightQuote', {
    onDone(_, { quoteId }) {
      const gone = insight.quotes.find((quote) => quote.id === quoteId)
      if (gone)
        toast({
          title: t('The quote was removed'),
          action: {
            label: t('Undo'),
            run: () =>
              again.mutate({
                insightId: insight.id,
                text: gone.text,
                allow_unverified: true,
                ...(gone.feedback_id && { feedback_id: gone.feedback_id }),
              }),
          },
        })
    },
  })
  return (
    <section className="grid gap-3">
      <h2 className="flex items-center justify-between text-xs font-medium text-faint">
        {t('Quotes')}
        <Button size="sm" look="quiet" onClick={() => setAdding(!adding)}>
          {t('Add quote')}
        </Button>
      </h2>
      {insight.quotes.length === 0 && !adding && (
        <p className="text-sm text-faint">{t('No quote yet. The words of a customer make an insight believable.')}</p>
      )}
      {insight.quotes.map((quote) => (
        <blockquote key={quote.id} className="group relative border-s-[3px] border-accent ps-4">
          <p className="text-lg leading-7 text-pretty break-words">“{quote.text}”</p>
          <footer className="mt-1 flex items-center gap-2 text-xs text-faint">
            {quote.speaker ?? insight.user_name ?? t('Unknown speaker')}
            {quote.verified && (
              <span
                className="inline-flex items-center gap-1 text-pos-text"
                title={t('Found word for word in the source')}
              >
                <BadgeCheck className="size-3.5" />
                {t('verified')}
              </span>
            )}
            <IconButton
              label={t('Remove quote')}
              icon={<Trash2 className="size-3.5" />}
              className="ms-auto"
              onClick={() => remove.mutate({ insightId: insight.id, quoteId: quote.id })}
            />
          </footer>
        </blockquote>
      ))}
      {adding && (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate({
              insightId: insight.id,
              text: String(new FormData(event.currentTarget).get('text')),
              allow_unverified: unverified,
              ...(insight.feedback_id && { feedback_id: insight.feedback_id }),
            })
          }}
        >
          <TextArea
            label={t('Quote')}
            hideLabel
            name="text"
            required
            minLength={3}
            maxLength={2000}
            rows={3}
            autoFocus
          />
          <div className="flex items-center justify-between">
            <Check label={t('Not from the source')} checked={unverified} onChange={setUnverified} />
            <Button type="submit" size="sm" look="primary" busy={add.isPending}>
              {t('Add')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

export function InsightFacts({ insight }: { insight: Insight }) {
  const { project_ids, initiative_ids, opportunity_ids } = insight.evidence_of
  return (
    <section className="grid gap-3">
      <h2 className="text-xs font-medium text-faint">{t('Where it comes from')}</h2>
      <Facts
        rows={[
          [
            t('Contact'),
            insight.contact_id ? (
              <Link to={paths.contact(insight.contact_id)} className="text-accent-text hover:underline">
                {insight.user_name ?? insight.user_email}
              </Link>
            ) : (
              insight.user_name
            ),
          ],
          [
            t('Feedback'),
            insight.feedback_id && (
              <Link
                to={listAt(paths.inbox, { state: 'all', id: insight.feedback_id })}
                className="text-accent-text hover:underline"
              >
                {t('Read the source')}
              </Link>
            ),
          ],
          [t('Source'), insight.source && sourceName(insight.source)],
          [t('Said on'), dayOf(insight.occurred_at)],
          [
            t('Origin'),
            { auto: t('Found by analysis'), manual: t('By hand'), imported: t('Imported') }[insight.origin] +
              (insight.edited_by_human ? ` · ${t('edited')}` : ''),
          ],
          insight.confidence !== null && [t('Confidence'), `${Math.round(100 * insight.confidence)} %`],
          insight.analysis_version !== null && [t('Analysis'), insight.analysis_version],
          insight.tags.length > 0 && [
            t('Tags'),
            <span key="t" className="flex flex-wrap gap-1">
              {insight.tags.map((tag) => (
                <Chip key={tag}>{tag}</Chip>
              ))}
            </span>,
          ],
          (project_ids.length > 0 || initiative_ids.length > 0 || opportunity_ids.length > 0) && [
            t('Evidence of'),
            <EvidenceOf key="e" of={insight.evidence_of} />,
          ],
        ]}
      />
    </section>
  )
}

function EvidenceOf({ of: { project_ids, initiative_ids, opportunity_ids } }: { of: Insight['evidence_of'] }) {
  return (
    <ul className="grid gap-0.5">
      {project_ids.slice(0, 5).map((id) => (
        <li key={id}>
          <Named id={id} route="getProject" param="projectId" to={paths.project(id)} />
        </li>
      ))}
      {initiative_ids.slice(0, 5).map((id) => (
        <li key={id}>
          <Named id={id} route="getInitiative" param="initiativeId" to={paths.initiative(id)} />
        </li>
      ))}
      {opportunity_ids.slice(0, 5).map((id) => (
        <li key={id}>
          <Named id={id} route="getOpportunity" param="opportunityId" to={paths.opportunity(id)} />
        </li>
      ))}
    </ul>
  )
}

function Named({
  id,
  route,
  param,
  to,
}: {
  id: string
  route: 'getProject' | 'getInitiative' | 'getOpportunity'
  param: string
  to: string
}) {
  const { data } = useRoute(route, { [param]: id } as never)
  return (
    <Link to={to} className="text-accent-text hover:underline">
      {(data as { title: string } | undefined)?.title ?? '…'}
    </Link>
  )
}
