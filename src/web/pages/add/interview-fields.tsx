import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import type { Addition, Edits, RecognizedThing, SpeakerSide } from './types.ts'

type Interview = NonNullable<RecognizedThing['interview']>
type Props = { addition: Addition; interview: Interview; edit: (one: Addition, edits: Partial<Edits>) => void }

const dateHints = (): Record<string, string> => ({
  transcript: t('From the transcript.'),
  file_name: t('From the name of the file.'),
  file: t('When the file was last changed.'),
})

/** Title and date of an interview, and who its speakers are. */
export function InterviewFields({ addition, interview, edit }: Props) {
  const { edits } = addition
  const customer = Object.entries(edits.roles).find(([, role]) => role === 'customer')?.[0]
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
        <TextField
          label={t('Title')}
          value={edits.title}
          maxLength={200}
          placeholder={t('Interview')}
          onChange={(event) => edit(addition, { title: event.target.value })}
        />
        <TextField
          label={t('Date')}
          type="date"
          value={edits.date}
          hint={interview.date_source ? dateHints()[interview.date_source] : t('Today, if you leave it empty.')}
          onChange={(event) => edit(addition, { date: event.target.value })}
        />
      </div>
      <Speakers addition={addition} interview={interview} edit={edit} />
      {customer !== undefined && isPersonName(customer) && (
        <ContactOffer key={customer} name={customer} addition={addition} edit={edit} />
      )}
    </div>
  )
}

const roleLabels = (): Record<SpeakerSide, string> => ({
  customer: t('Customer'),
  interviewer: t('Interviewer'),
  other: t('Other'),
})

/** Only what customers say is read for insights. */
const Speakers = ({ addition, interview: { speakers }, edit }: Props) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" aria-label={t('Speakers')}>
    {speakers.map(({ speaker, word_count }) =>
      speaker === null ? null : (
        <li key={speaker}>
          <SelectField
            label={t('{name}, {count} words', { name: speaker, count: word_count })}
            value={addition.edits.roles[speaker]!}
            options={toOptions(roleLabels())}
            onChange={(event) =>
              edit(addition, { roles: { ...addition.edits.roles, [speaker]: event.target.value as SpeakerSide } })
            }
          />
        </li>
      ),
    )}
  </ul>
)

/** “Speaker 2” and “A” are nobody's names. */
const isPersonName = (speaker: string) =>
  speaker.length > 2 &&
  !/\d/.test(speaker) &&
  !/^(?:customer|participant|interviewee|user|guest|kunde|kundin)$/i.test(speaker)

type OfferProps = { name: string; addition: Addition; edit: Props['edit'] }

/** The contact is offered and not guessed: people of the same name may be several. */
function ContactOffer({ name, addition, edit }: OfferProps) {
  const { data } = useApiQuery('listContacts', { q: name, limit: 5 })
  const found = data?.data.filter((one) => one.name?.toLowerCase() === name.toLowerCase()) ?? []
  const { contact } = addition.edits
  const options = [
    { value: '', label: t('No contact') },
    ...found.map((one) => ({ value: one.id, label: [one.name, one.email].filter(Boolean).join(' · ') })),
    { value: 'new', label: t('New contact “{name}”', { name }) },
  ]
  const choose = (value: string) => {
    if (value === '') return edit(addition, { contact: undefined })
    return edit(addition, { contact: value === 'new' ? { name } : { id: value } })
  }
  const isKnown = contact && 'id' in contact ? contact.id : 'new'
  return (
    <div className="max-w-sm">
      <SelectField
        label={t('Contact of {name}', { name })}
        value={contact ? isKnown : ''}
        options={options}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}
