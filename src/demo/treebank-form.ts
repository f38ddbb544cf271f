/** Trains on a treebank of the user: reads a file, shows progress and scores, and saves the model. */
import { byId, reasonOf } from './drawing.ts'
import { saveFile } from './exports.ts'
import type { TrainedModel, TrainingReport, Treebank } from './trainer.ts'

/** The maximum size of a treebank in bytes. Training holds the treebank in memory, and features of about forty times its size. */
const MAX_TREEBANK_BYTES = 32e6
/** The number of sentences of the sample. */
const SAMPLE_SENTENCES = 600

/** @param onTrained receives the name of the treebank and the trained model */
export function offerTraining(onTrained: (name: string, model: TrainedModel) => void): void {
  const [choice, progress] = [byId<HTMLInputElement>('treebank'), byId<HTMLProgressElement>('progress')]
  const [sample, cancel, save] = ['sample', 'cancel', 'save-model'].map((id) => byId<HTMLButtonElement>(id))
  let worker: Worker | undefined

  const say = (text: string, outcome = ''): void => {
    const status = byId('training')
    status.textContent = text
    status.dataset.outcome = outcome
  }
  const setBusy = (isBusy: boolean): void => {
    choice.disabled = sample.disabled = isBusy
    progress.hidden = cancel.hidden = !isBusy
  }
  const end = (text: string, outcome: string): void => {
    worker?.terminate()
    worker = undefined
    setBusy(false)
    say(text, outcome)
  }
  const handleReport = (treebank: Treebank, report: TrainingReport): void => {
    if (report.kind === 'failed') return end(report.reason, 'refused')
    if (report.kind === 'progress') {
      progress.value = report.done
      return say(`${treebank.name}: ${report.doing} …`)
    }
    const { trainedOn, testedOn, scores, bytes } = report
    const figures = Object.entries(scores).map(([name, score]) => `${name} ${score.toFixed(1)}`)
    end(
      `Trained on ${trainedOn} sentences of ${treebank.name}. On the text of the last ${testedOn}, which were held out: ${figures.join(', ')}.`,
      'satisfied',
    )
    save.hidden = false
    save.onclick = () => saveFile(`${treebank.name}.rbp`, new Blob([bytes]))
    onTrained(treebank.name, report)
  }
  const train = (treebank: Treebank): void => {
    if (worker) return
    const { name, contents } = treebank
    if (contents.size > MAX_TREEBANK_BYTES)
      return say(
        `${name}: ${megabytes(contents.size)}, expected at most ${megabytes(MAX_TREEBANK_BYTES)}`,
        'refused',
      )
    setBusy(true)
    progress.value = 0
    worker = new Worker(new URL('trainer.js', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<TrainingReport>) => handleReport(treebank, data)
    worker.onerror = ({ message }) =>
      end(`${name}: the training ended (${message || 'the worker failed'})`, 'refused')
    worker.postMessage(treebank)
  }
  const trainOn = (file: File | undefined): void => {
    if (file) train({ name: file.name.replace(/\.(?:conllu?|txt)$/i, ''), contents: file })
  }

  choice.onchange = () => {
    trainOn(choice.files?.[0])
    // Reset the value, so that the user can select the same file again.
    choice.value = ''
  }
  cancel.onclick = () => end('The training was cancelled.', '')
  sample.onclick = () => {
    import('../embedded/treebank.ts').then(
      ({ embeddedTrain }) => train({ name: 'sample', contents: new Blob([embeddedTrain(SAMPLE_SENTENCES)]) }),
      (error: unknown) => say(reasonOf(error), 'refused'),
    )
  }
  // Accept a file that is dropped anywhere; otherwise the browser would open it.
  const isDragged = (event: DragEvent, isOver: boolean): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    document.documentElement.classList.toggle('dropping', isOver)
  }
  addEventListener('dragover', (event) => isDragged(event, true))
  addEventListener('dragleave', (event) => isDragged(event, false))
  addEventListener('drop', (event) => {
    isDragged(event, false)
    trainOn(event.dataTransfer?.files[0])
  })
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
