import { t } from '#web/i18n/t.ts'
import { Help } from '#web/ui/help.tsx'

export const ImpactHelp = () => (
  <Help label={t('What is impact?')}>
    <p>{t('Impact ranks opportunities from 0 to 100 by the evidence behind them.')}</p>
    <p className="text-soft">
      {t([
        'It adds up six factors: number of insights, number of contacts, severity, recency, weight of the ',
        'segments and variety of sources. Select a score to see its parts.',
      ])}
    </p>
  </Help>
)

export const ConfidenceHelp = () => (
  <Help label={t('What is confidence?')}>
    <p>{t('How sure the analysis is of sentiment and category. 100% is certain.')}</p>
    <p className="text-soft">
      {t('Check insights with a low value first. Labels that you change are kept when feedback is analyzed again.')}
    </p>
  </Help>
)

export const AcceptHelp = () => (
  <Help label={t('What do these actions do?')}>
    <p>
      <b>{t('Accept')}</b>:{' '}
      {t([
        'Keeps the insights that the analysis found and marks the feedback as processed. Without an insight, ',
        'one is created from the first sentence.',
      ])}
    </p>
    <p>
      <b>{t('Link')}</b>: {t('Adds the feedback as a quote to an insight that exists already.')}
    </p>
    <p>
      <b>{t('Dismiss')}</b>: {t('Removes the feedback from the inbox. It stays searchable.')}
    </p>
    <p>
      <b>{t('Snooze')}</b>: {t('Hides the feedback until a time that you choose.')}
    </p>
  </Help>
)
