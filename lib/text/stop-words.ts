/** Articles and prepositions that names have and queries leave out; after folding, by language. */
const stopWords = new Set(
  [
    'the of and at on in', // English
    'de la le les du des d l et en aux au sur', // French
    'der die das dem den des am an im in und zu zum zur von vom bei auf', // German
    'de del el los las y en', // Spanish
    'di del dello della dei degli delle dell il lo gli dal dalla al alla ed', // Italian
    'de del dels d l els les i en na', // Catalan
    'do da dos das os no na', // Portuguese
    'van der den het ten ter te op aan bij t', // Dutch
    'og och av pa til till i ved vid', // Nordic
    'na nad pod we ze ve', // West Slavic
    'cel si din pe', // Romanian
    'на в и у из', // Russian
    'και του της των στο', // Greek
  ].flatMap((words) => words.split(' ')),
)

/** Whether a folded word says nothing of a place by itself: `de`, `la`, `der`, `the`, `of`. */
export function isStopWord(text: string): boolean {
  return stopWords.has(text)
}
