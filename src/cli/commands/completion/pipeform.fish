# Completion of pipeform for fish: pipeform completion fish > ~/.config/fish/completions/pipeform.fish
function __pipeform_complete
    set -l words (commandline -opc)
    set -l raw (commandline -ct)
    set -l typed (string unescape -- "$raw"; or string unescape -- "$raw\""; or string unescape -- "$raw'"; or echo -- "$raw")
    set -l program $words[1]
    set -e words[1]
    type -q -- $program; or set program pipeform
    set -l lines ($program completion fish -- $words "$typed" </dev/null 2>/dev/null)

    set -l before (string match --regex -- '^--[^=]+=' "$typed")
    set -l rest (string replace --regex -- '^--[^=]+=' '' "$typed")
    switch "$lines[1]"
        case :files
            __fish_complete_path "$rest" | string replace --regex -- '^' "$before"
        case :folders
            __fish_complete_directories "$rest" '' | string replace --regex -- '^' "$before"
        case '*'
            printf '%s\n' $lines
    end
end
complete --command pipeform --no-files --keep-order --arguments '(__pipeform_complete)'
