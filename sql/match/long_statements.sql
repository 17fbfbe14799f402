-- title: what follows are statements over many rows
reset threads
;

set disabled_optimizers = getvariable('disabled_optimizers')
;
