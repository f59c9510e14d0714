/** Stands in for Razorpay's checkout.js: the same options, events and results; its sheet is a frame of the sandbox. */
;(() => {
  const base = document.currentScript.src.replace(/\/checkout\.js.*$/, '')
  const phone = matchMedia('(pointer: coarse)').matches

  class Razorpay {
    #options
    #heard = {}
    #frame
    #timer

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      if (!options.order_id && !options.subscription_id) throw new Error('No order_id passed')
      this.#options = options
      this.hear = (event) => this.#hear(event)
    }

    on(event, handler) {
      this.#heard[event] = handler
    }

    open() {
      if (this.#frame) return
      const { key, order_id, subscription_id, config, timeout } = this.#options
      const [first = ''] = config?.display?.sequence ?? []
      const query = new URLSearchParams({
        key,
        device: phone ? 'phone' : 'desktop',
        first: first.includes('upi') ? 'upi' : '',
      })
      this.#frame = document.createElement('iframe')
      this.#frame.title = 'Razorpay Checkout'
      this.#frame.src = `${base}/checkout/${subscription_id ?? order_id}?${query}`
      Object.assign(this.#frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' })
      this.#frame.style.zIndex = '2147483647'
      document.body.append(this.#frame)
      document.body.style.overflow = 'hidden'
      addEventListener('message', this.hear)
      if (timeout) this.#timer = setTimeout(() => this.#dismiss('timeout'), Math.min(timeout * 1000, 2 ** 31 - 1))
    }

    close() {
      removeEventListener('message', this.hear)
      clearTimeout(this.#timer)
      this.#frame?.remove()
      this.#frame = undefined
      document.body.style.overflow = ''
    }

    #dismiss(reason) {
      this.close()
      this.#options.modal?.ondismiss?.(reason)
    }

    #hear({ source, origin, data }) {
      if (source !== this.#frame?.contentWindow || origin !== new URL(base).origin) return
      const { prefill, handler } = this.#options
      if (data.kind === 'ready') source.postMessage({ key: this.#options.key, prefill }, origin)
      if (data.kind === 'close') this.#dismiss()
      if (data.kind === 'failed') this.#heard['payment.failed']?.({ error: data.error })
      // Like the real one: the page's own policy decides whether an app may open.
      if (data.kind === 'intent') this.#openApp(data.address)
      if (data.kind === 'paid') {
        this.close()
        handler(data.answer)
      }
    }

    // Sandboxed, so the policy is asked and no app opens: none can pay here, and the question of a headless Chromium
    // for one keeps every press from the pages that follow.
    #openApp(address) {
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.sandbox = ''
      frame.src = address
      document.body.append(frame)
      setTimeout(() => frame.remove(), 2000)
    }
  }

  window.Razorpay = Razorpay
})()
