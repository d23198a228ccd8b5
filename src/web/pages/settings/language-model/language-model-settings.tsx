import type { OutputOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField, Toggle } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { NextRequests } from './next-requests.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { SentRequests } from './sent-requests.tsx'

type LanguageModel = OutputOf<'getLanguageModel'>

/** Whether a language model groups the insights, what that costs, what is sent and what was sent. */
export function LanguageModelSettings() {
  const query = useApiQuery('getLanguageModel')
  return (
    <QueryState query={query}>
      {(settings) =>
        settings.model === null ? (
          <Card title={t('Language model')}>
            <p className="text-sm">
              {t('No language model is configured. The operator sets LLM_BASE_URL and LLM_MODEL.')}
            </p>
          </Card>
        ) : (
          <>
            <UsesCard settings={settings} model={settings.model} />
            <ProposalCard proposal={settings.proposal} />
            <NextRequests />
            <SentRequests />
          </>
        )
      }
    </QueryState>
  )
}

type UsesProps = { settings: LanguageModel; model: string }

function UsesCard({ settings, model }: UsesProps) {
  const { grouping, texts, answers, can_apply, tokens_a_day, tokens_today } = settings
  const save = useApiMutation('updateLanguageModel', { successMessage: t('Saved') })
  return (
    <Card
      title={t('Language model')}
      note={t('What is switched on sends texts of insights to {model}, with personal data masked.', { model })}
    >
      <div className="grid gap-4">
        <Toggle
          label={t('Propose themes with the language model')}
          hint={t('A proposal changes nothing by itself.')}
          checked={grouping !== 'off'}
          onChange={(on) => save.mutate({ grouping: on ? 'propose' : 'off' })}
        />
        {can_apply && (
          <Toggle
            label={t('Apply proposals without asking')}
            hint={t('What people placed, named or pinned stays. Each can be undone.')}
            checked={grouping === 'apply'}
            onChange={(on) => save.mutate({ grouping: on ? 'apply' : 'propose' })}
          />
        )}
        <Toggle
          label={t('Names, labels and evidence stories in the words of the language model')}
          hint={t('What people have written stays.')}
          checked={texts}
          onChange={(on) => save.mutate({ texts: on })}
        />
        <Toggle
          label={t('Answer questions with the language model')}
          hint={t('Counts and quotes are checked; what is not right is answered without it.')}
          checked={answers}
          onChange={(on) => save.mutate({ answers: on })}
        />
        <TokenLimit limit={tokens_a_day} spent={tokens_today} />
      </div>
    </Card>
  )
}

function TokenLimit({ limit, spent }: { limit: number; spent: number }) {
  const save = useApiMutation('updateLanguageModel', { successMessage: t('Saved'), silent: true })
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={({ tokens }) => save.mutate({ tokens_a_day: Number(tokens) })}
    >
      <TextField
        name="tokens"
        type="number"
        min={0}
        required
        label={t('Tokens a day')}
        defaultValue={limit}
        error={save.error ? detailMessage(save.error) : undefined}
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        {t('Save')}
      </Button>
      <p className="w-full text-xs text-faint">{t('{count} used today', { count: spent })}</p>
    </Form>
  )
}
