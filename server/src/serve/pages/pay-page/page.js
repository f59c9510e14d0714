/** The pay page's own script: opens the gateway's checkout and listens for what comes of it. Without it the link is the way to pay. */
;(() => {
  document.documentElement.classList.add('scripted')
  const LINK_AFTER_MS = 5_000
  const ASK_EVERY_MS = 5_000
  const ASK_FOR_MS = 15 * 60_000

  const stored = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const theme = stored('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.classList.add(theme)

  // A page that the browser kept shows a payment that may be over by now.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

  addEventListener('DOMContentLoaded', () => {
    const box = document.querySelector('.pay')
    if (!box) return
    const { order, mark, script, status: statusPage } = box.dataset
    const proof = { order_id: order, t: mark }
    const words = JSON.parse(box.dataset.words)
    const button = document.querySelector('#pay')
    const said = document.querySelector('#said')
    const label = button.textContent
    const begun = Date.now()
    let sheet
    let checking = false
    let pressed = false

    const say = (text, problem = false) => {
      said.textContent = text
      said.classList.toggle('problem', problem)
    }
    const busy = (text) => {
      button.disabled = Boolean(text)
      button.textContent = text || label
      // A button that is disabled loses the focus, and who pays by keyboard their place. An unfinished arrival had none.
      if (!text && (pressed || sheet !== undefined)) button.focus()
    }
    const useLink = (text) => {
      const here = pressed || document.activeElement === button
      box.dataset.mode = 'link'
      busy()
      say(text, true)
      // It takes the place of the button, and the focus of who was there.
      if (here) document.querySelector('.pay .as-button').focus()
    }
    const leave = () => location.replace(statusPage)

    /** Rejects with the code of an error answer, or without one when none came. */
    async function call(method, path, body) {
      const token = stored('access_token')
      const response = await fetch(`/api${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `${stored('token_type') ?? 'bearer'} ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const answer = await response.json()
      if (!response.ok) throw Object.assign(new Error(answer.detail), { code: answer.code, status: response.status })
      return answer
    }

    const loaded = new Promise((resolve, reject) => {
      const element = document.createElement('script')
      element.src = script
      element.onload = () => (window.Razorpay ? resolve() : reject(new Error('no checkout')))
      element.onerror = () => reject(new Error('blocked'))
      setTimeout(() => reject(new Error('slow')), LINK_AFTER_MS)
      document.head.append(element)
    })
    loaded.catch(() => useLink(words.blocked))

    async function paid({ razorpay_payment_id, razorpay_signature }) {
      checking = true
      sheet = undefined
      busy(words.checking)
      say(words.stay)
      const answer = { razorpay_payment_id, razorpay_signature }
      // The page that follows asks for itself, whatever came of this.
      if (stored('access_token')) await call('POST', `/user/orders/${order}/sheet_paid`, answer).catch(() => {})
      leave()
    }

    function dismissed() {
      if (checking) return
      busy()
      sheet = undefined
      if (!said.classList.contains('problem')) say(words.closed)
      lookIfPaid()
    }

    function open(options) {
      const phone = matchMedia('(pointer: coarse)').matches
      // An app of the phone, or a code to scan; everything else below it.
      const upi = { name: words.upi, instruments: [{ method: 'upi', flows: [phone ? 'intent' : 'qr'] }] }
      sheet = new window.Razorpay({
        ...options,
        description: words.order,
        config: {
          display: { blocks: { upi }, sequence: ['block.upi'], preferences: { show_default_blocks: true } },
        },
        theme: { color: '#2B3390' },
        modal: { ondismiss: dismissed, confirm_close: true },
        handler: paid,
      })
      sheet.on('payment.failed', ({ error }) => {
        // The gateway describes a failure in English alone.
        const [, why] = Object.entries(words.reasons).find(([names]) => names.split(' ').includes(error?.reason)) ?? []
        say(
          words.kept.replace('{reason}', () => why ?? words.failed),
          true,
        )
      })
      sheet.open()
    }

    /** Returns the sheet with the buyer's details where they are logged in; else by the address alone. */
    async function fetchSheet() {
      if (stored('access_token')) {
        try {
          return (await call('POST', `/user/orders/${order}/sheet`)).sheet
        } catch (error) {
          if (error.status !== 401 && error.status !== 404) throw error
        }
      }
      return (await call('POST', '/go/payment/sheet', proof)).sheet
    }

    async function begin() {
      say(words.stay)
      busy(words.opening)
      try {
        await loaded
        const options = await fetchSheet()
        if (options) open(options)
        else location.reload()
      } catch ({ code }) {
        if (box.dataset.mode === 'link') return
        busy()
        if (code) useLink(words.refused)
        else say(words.offline, true)
      }
    }
    button.addEventListener('click', () => {
      pressed = true
      begin()
    })

    /** Opens the sheet once for each arrival: neither a reload nor the way back opens it again, and a tab behind waits until it is seen. */
    function arrive() {
      if (document.hidden) document.addEventListener('visibilitychange', arrive, { once: true })
      else if (!button.disabled) begin()
    }
    const [way] = performance.getEntriesByType('navigation')
    if (way?.type === 'navigate' && stored('access_token')) arrive()

    /** It may be paid in another tab, or by the link. */
    async function lookIfPaid() {
      if (document.hidden || checking || Date.now() - begun > ASK_FOR_MS) return
      const answer = await call('POST', '/go/payment', proof).catch(() => undefined)
      if (!answer || answer.status === 'created' || checking) return
      checking = true
      sheet?.close()
      leave()
    }
    setInterval(lookIfPaid, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', lookIfPaid)
  })
})()
