import {
  categoryDefinitions,
  type LabelDefinition,
  labelRules,
  sentimentDefinitions,
  sentimentMeaning,
} from '#contract/core/label-definitions.ts'
import { t, translate } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels } from '#web/labels.ts'
import { Help } from '#web/ui/help.tsx'

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What sentiments and categories mean, from the definitions that the analysis was trained for. */
export const LabelHelp = () => (
  <Help label={t('What the labels mean')}>
    <h2 className="font-semibold">{t('Sentiment')}</h2>
    <p className="text-soft">{sentence(translate(sentimentMeaning))}</p>
    <Definitions definitions={sentimentDefinitions} labels={sentimentLabels()} />
    <h2 className="mt-1 font-semibold">{t('Category')}</h2>
    <Definitions definitions={categoryDefinitions} labels={categoryLabels()} />
    {labelRules.map((rule) => (
      <p key={rule} className="text-xs text-faint">
        {translate(rule)}
      </p>
    ))}
  </Help>
)

type DefinitionsProps = { definitions: readonly LabelDefinition[]; labels: Record<string, string> }

const Definitions = ({ definitions, labels }: DefinitionsProps) => (
  <dl className="grid gap-1.5">
    {definitions.map(({ label, when }) => (
      <div key={label}>
        <dt className="inline font-medium">{labels[label]}: </dt>
        <dd className="inline text-soft">{translate(when)}</dd>
      </div>
    ))}
  </dl>
)
