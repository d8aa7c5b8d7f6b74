import { Upload } from 'lucide-react';
import { useRef } from 'react';

interface FileButtonProps {
  problem: string | null;
  onFile: (file: File) => void;
}

/** Opens the browser's file dialog for a CSV or Excel file. */
export function FileButton({ problem, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <button type="button" className="btn btn-plain btn-sm" onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          Add a CSV or Excel file
        </button>
        <span className="text-base-content/75">or drop it here. You can also paste from a spreadsheet.</span>
      </div>
      <input
        ref={input}
        type="file"
        className="hidden"
        aria-label="CSV or Excel file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again, after it was corrected.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <p role="alert" className="mt-1.5 text-sm text-error empty:mt-0">
        {problem}
      </p>
    </div>
  );
}
