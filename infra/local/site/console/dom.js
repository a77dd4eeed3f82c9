// Creates elements. Texts stay texts: nothing is parsed as HTML.

const svgNames = new Set(['svg', 'rect', 'text', 'line', 'g', 'title'])

/** Creates an element with attributes, `on...` listeners and children (elements or texts; null is skipped). */
export function h(name, attributes = {}, ...children) {
  const element = svgNames.has(name)
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return element
}

/** Shows a sentence about a result or an error. */
export function notify(sentence, isError = false) {
  const notice = document.querySelector('#notice')
  notice.textContent = sentence
  notice.className = isError ? 'error' : ''
}

/** Creates a listener that runs once at a time. Its button is disabled meanwhile, so that nothing happens twice. */
export function once(work) {
  return async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const button = event.submitter ?? form
    if (button.disabled) return
    button.disabled = true
    notify('')
    try {
      await work(form)
    } catch (error) {
      notify(error.message, true)
    } finally {
      button.disabled = false
    }
  }
}

/** Creates a labelled form field. */
export function field(label, attributes) {
  return h('label', {}, h('span', {}, label), h('input', { autocomplete: 'off', ...attributes }))
}

/** Asks for confirmation before an action that cannot be undone. */
export function confirmAction(question, action) {
  return new Promise((resolve) => {
    const close = (answer) => () => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const dialog = h(
      'dialog',
      { 'aria-label': question, oncancel: close(false) },
      h('p', {}, question),
      h(
        'p',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'danger', onclick: close(true) }, action),
        h('button', { type: 'button', onclick: close(false) }, 'Cancel'),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
  })
}
