import { useEffect, useState } from 'react'
import { call, type OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { formatUtcDay } from '#web/ui/time.tsx'
import { textInAddress } from './conversation-text.ts'

type Props = { onClose: () => void; onCreated: (id: string) => void }

type Preview = OutputOf<'parseTranscript'>
const typingPauseMs = 300
/** A shorter text is always a sentence. */
const minTranscriptLength = 40

/** A pasted text as the server reads transcripts; undefined while it is none. */
function useTranscript(text: string): Preview | undefined {
  const [preview, setPreview] = useState<Preview>()
  useEffect(() => {
    const read = () =>
      call('parseTranscript', { format: 'auto', text }).then(
        (found) => setPreview(isTranscript(found) ? found : undefined),
        () => setPreview(undefined),
      )
    if (text.length < minTranscriptLength || !text.trim().includes('\n')) return setPreview(undefined)
    const timer = setTimeout(() => void read(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return preview
}

const speakersOf = ({ speakers }: Preview) => speakers.flatMap(({ speaker }) => speaker ?? [])
const isTranscript = (preview: Preview) =>
  preview.format !== 'plain' || preview.interview_date !== null || speakersOf(preview).length > 1

const today = () => new Date().toISOString().slice(0, 10)

/** A conversation is stored as an interview, so that its speakers are kept apart. */
function useCreate({ onClose, onCreated }: Props) {
  const feedback = useApiMutation('ingestFeedback', {
    successMessage: t('Feedback added'),
    onSuccess: ({ id }) => onCreated(id),
  })
  const interview = useApiMutation('createInterview', {
    successMessage: t('Conversation added'),
    onSuccess: ({ feedback_id }) => (feedback_id ? onCreated(feedback_id) : onClose()),
  })
  const createFeedback = ({ content, name, email }: Record<string, string>) =>
    feedback.mutate({
      content: content!,
      source: 'manual',
      ...((name || email) && { contact: { ...(name && { name }), ...(email && { email }) } }),
    })
  const createConversation = (text: string, preview: Preview) =>
    interview.mutate({
      title: preview.title ?? conversationTitle(preview),
      interview_date: preview.interview_date ?? today(),
      source: 'manual',
      transcript: { format: preview.format, text },
    })
  return { createFeedback, createConversation, busy: feedback.isPending || interview.isPending }
}

const namesOf = (preview: Preview, max: number) => speakersOf(preview).slice(0, max).join(', ')

const conversationTitle = (preview: Preview) =>
  (speakersOf(preview).length > 0
    ? t('Conversation of {names}', { names: namesOf(preview, 3) })
    : t('Conversation')
  ).slice(0, 200)

function conversationLabel(preview: Preview) {
  const label =
    speakersOf(preview).length > 0
      ? t('A conversation of {names}', { names: namesOf(preview, 5) })
      : t('A conversation')
  return [label, preview.interview_date && formatUtcDay(preview.interview_date)].filter(Boolean).join(', ')
}

/** Feedback from a call, a chat or a meeting, written down or pasted by a member. */
export function CreateFeedback(props: Props) {
  const [text, setText] = useState(textInAddress)
  const [isText, setIsText] = useState(false)
  const transcript = useTranscript(text)
  const isConversation = transcript !== undefined && !isText
  const { createFeedback, createConversation, busy } = useCreate(props)
  return (
    <FormDialog
      title={t('New feedback')}
      note={t('Write down what a customer said, in their words. It is analyzed like any other feedback.')}
      submitLabel={t('Add feedback')}
      busy={busy}
      onSubmit={(values) => (isConversation ? createConversation(values.content!, transcript) : createFeedback(values))}
      onClose={props.onClose}
    >
      <TextArea
        label={t('Feedback')}
        name="content"
        required
        rows={6}
        autoFocus
        defaultValue={text}
        hint={t('Paste a conversation too: lines such as “Ana: The export fails.”')}
        onChange={(event) => setText(event.target.value)}
        limitsFrom={['ingestFeedback', 'content']}
      />
      {transcript && (
        <Checkbox label={conversationLabel(transcript)} checked={!isText} onChange={(on) => setIsText(!on)} />
      )}
      {!isConversation && <ContactFields />}
    </FormDialog>
  )
}

const ContactFields = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField label={t('Contact name')} name="name" maxLength={200} autoComplete="off" />
    <TextField label={t('Contact email')} name="email" type="email" autoComplete="off" />
  </div>
)
