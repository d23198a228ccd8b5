/** Texts of the help: definitions, documentation, notices. */
export const help: Record<string, string> = {
  'Newest first': 'Neueste zuerst',
  'View responses': 'Antworten ansehen',
  'Question:': 'Frage:',
  'Feedback added': 'Feedback hinzugefügt',
  'New feedback': 'Neues Feedback',
  'Add feedback': 'Feedback hinzufügen',
  'Write down what a customer said, in their words. It is analyzed like any other feedback.':
    'Notieren Sie mit den Worten des Kunden, was er gesagt hat. Es wird wie anderes Feedback analysiert.',
  'Key findings': 'Wichtigste Erkenntnisse',
  'In their words': 'Im Wortlaut',
  'No story yet. Generate a document with findings, quotes and numbered sources from the evidence.':
    'Noch keine Zusammenfassung. Erstellen Sie aus den Belegen ein Dokument mit Erkenntnissen, Zitaten und nummerierten Quellen.',
  Print: 'Drucken',
  'Download Markdown': 'Markdown herunterladen',
  'All pages': 'Alle Seiten',
  'Search the documentation': 'Dokumentation durchsuchen',
  'Search results': 'Suchergebnisse',
  'No results': 'Keine Treffer',
  'Back to the app': 'Zurück zur App',
  'Covered languages: {languages}. Feedback in other languages is stored and searchable, but its labels may be wrong.':
    'Unterstützte Sprachen: {languages}. Feedback in anderen Sprachen wird gespeichert und gefunden, aber Stimmung und Kategorie können falsch sein.',
  'The analysis does not cover {language}. Sentiment, category and theme may be wrong: please check them. Search works.':
    'Die Analyse unterstützt {language} nicht. Stimmung, Kategorie und Thema können falsch sein: bitte prüfen. Die Suche funktioniert.',
  'What the labels mean': 'Was die Bezeichnungen bedeuten',
  'What is impact?': 'Was ist Wirkung?',
  'Impact ranks opportunities from 0 to 100 by the evidence behind them.':
    'Die Wirkung ordnet Chancen von 0 bis 100 nach den Belegen, auf denen sie beruhen.',
  'It adds up six factors: number of insights, number of contacts, severity, recency, weight of the segments and variety of sources. Select a score to see its parts.':
    'Sie ist die Summe aus sechs Faktoren: Zahl der Erkenntnisse, Zahl der Kontakte, Schwere, Aktualität, Gewicht der Segmente und Vielfalt der Quellen. Wählen Sie einen Wert, um seine Teile zu sehen.',
  'What is confidence?': 'Was ist Sicherheit?',
  'How sure the analysis is of sentiment and category. 100% is certain.':
    'Wie sicher sich die Analyse bei Stimmung und Kategorie ist. 100 % heißt ganz sicher.',
  'Check insights with a low value first. Labels that you change are kept when feedback is analyzed again.':
    'Prüfen Sie Erkenntnisse mit einem niedrigen Wert zuerst. Was Sie ändern, bleibt bei einer neuen Analyse erhalten.',
  'What do these actions do?': 'Was tun diese Aktionen?',
  'Keeps the insights that the analysis found and marks the feedback as processed. Without an insight, one is created from the first sentence.':
    'Behält die Erkenntnisse der Analyse und markiert das Feedback als bearbeitet. Gibt es keine, wird eine aus dem ersten Satz angelegt.',
  'Adds the feedback as a quote to an insight that exists already.':
    'Fügt das Feedback einer vorhandenen Erkenntnis als Zitat hinzu.',
  'Removes the feedback from the inbox. It stays searchable.':
    'Entfernt das Feedback aus dem Eingang. Es bleibt auffindbar.',
  'Hides the feedback until a time that you choose.': 'Blendet das Feedback bis zu einem Zeitpunkt Ihrer Wahl aus.',
}
