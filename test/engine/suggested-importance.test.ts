import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestedImportance } from '#engine/importance/suggested-importance.ts'

const critical = [
  'Since Monday we cannot work, the whole team waits.',
  "We're completely blocked by this.",
  'This is a deal-breaker for us.',
  'We are leaving if this is not fixed.',
  'I had to cancel my subscription.',
  'Seit dem Update können wir nicht mehr arbeiten.',
  'Das blockiert uns seit Tagen.',
  'Wir wechseln zu einem anderen Anbieter.',
  'Nous ne pouvons plus travailler depuis hier.',
  'Je suis bloqué depuis la mise à jour.',
  'No podemos trabajar con esta versión.',
  'Vamos a cancelar la suscripción.',
  'Não conseguimos trabalhar assim.',
  'Vou cancelar a assinatura.',
  'Non possiamo lavorare così.',
  'Siamo bloccati da ieri.',
  'Sinds de update kunnen we niet werken.',
  'Ik heb mijn abonnement opgezegd.',
  'Nie możemy pracować od wczoraj.',
  'Rezygnujemy z usługi.',
  '仕事ができません。',
  '解約を検討しています。',
]
const other = [
  'The export is a bit slow.',
  'I would love a dark theme.',
  'Works well, we are not leaving our desks any more.',
  'You can block users in the settings.',
  'Es wäre schön, wenn man Ordner anlegen könnte.',
  'Die App ist super.',
  'Le thème sombre est joli.',
  'Me gusta mucho el nuevo panel.',
  'O painel ficou ótimo.',
  'Bella la nuova dashboard.',
  'Het nieuwe dashboard is mooi.',
  'Nowy panel jest ładny.',
  '新しい画面はとても見やすいです。',
]

test('who cannot work or is leaving is suggested as critical, in nine languages', () => {
  assert.deepEqual(
    critical.filter((text) => suggestedImportance(text) !== 'critical'),
    [],
  )
})

test('other words suggest nothing', () => {
  assert.deepEqual(
    other.filter((text) => suggestedImportance(text) !== null),
    [],
  )
})

test('the words of long texts are found in time that grows with their length', () => {
  assert.equal(suggestedImportance(`${'can not really '.repeat(3000)}`), null)
})
