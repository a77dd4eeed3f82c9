/** Words that may follow each beginning of a command line, such as `region build`. */
export type NextWords = Readonly<Record<string, readonly string[]>>

/** Writes the completion script for bash. If no word fits, bash completes file names. */
export function renderBashScript(words: NextWords): string {
  const cases = Object.entries(words).map(
    ([start, next]) => `    '${start}') words='${next.join(' ')}' ;;`,
  )
  return `# Completion of the cairn command: source this file.
_cairn() {
  local start='' word words='' i
  for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == -* ]] && break
    start+=\${start:+ }$word
  done
  case $start in
${cases.join('\n')}
    *) case \${start%% *} in
${Object.keys(words)
  .filter((start) => start && !start.includes(' '))
  .map((start) => `      ${start}) words='${words[start]!.join(' ')}' ;;`)
  .join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cairn cairn`
}

export function renderZshScript(words: NextWords): string {
  return `autoload -U +X compinit bashcompinit && compinit && bashcompinit
${renderBashScript(words)}`
}

export function renderFishScript(words: NextWords): string {
  const lines = Object.entries(words).map(([start, next]) => {
    const isNext = start
      ? start
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and ')
      : '__fish_use_subcommand'
    return `complete -c cairn -n '${isNext}' -a '${next.join(' ')}'`
  })
  return ['# Completion of the cairn command.', ...lines].join('\n')
}
