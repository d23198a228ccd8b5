/** Texts of CSV uploads. */
export const imports: Record<string, string> = {
  'Feedback text': 'Feedbacktext',
  'Score (0–10)': 'Bewertung (0–10)',
  Reason: 'Begründung',
  Subject: 'Betreff',
  Message: 'Nachricht',
  Priority: 'Priorität',
  'Contact name': 'Name des Kontakts',
  'Contact email': 'E-Mail des Kontakts',
  'ID in the source': 'ID in der Quelle',
  Recognized: 'Erkannt',
  'Guess: please check': 'Vermutung: bitte prüfen',
  'Rating scale of {name}': 'Bewertungsskala von {name}',
  'Rating scale': 'Bewertungsskala',
  'Custom…': 'Eigene …',
  Lowest: 'Niedrigste',
  Highest: 'Höchste',
  'Must be above the lowest rating.': 'Muss über der niedrigsten Bewertung liegen.',
  'Choose what each column contains. Columns without a field are kept as metadata of the feedback.':
    'Wählen Sie, was jede Spalte enthält. Spalten ohne Feld bleiben als Metadaten am Feedback.',
  '{name}: choose a column': '{name}: Spalte wählen',
  '{name}: mapped': '{name}: zugeordnet',
}
