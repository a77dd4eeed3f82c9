/** Grade classes and their colours. A descent has the colour of a climb of the same grade. */
export const grades = [
  { name: 'flat, under 3 %', below: 3, color: '#2f855a' },
  { name: '3 to 6 %', below: 6, color: '#b7791f' },
  { name: '6 to 10 %', below: 10, color: '#dd6b20' },
  { name: '10 to 15 %', below: 15, color: '#c53030' },
  { name: 'over 15 %', below: Infinity, color: '#702459' },
] as const

export function pickGradeColor(percent: number): string {
  return grades.find(({ below }) => Math.abs(percent) < below)!.color
}
