-- title: attributes of GPUs
-- note: they are tested in this order
create or replace macro gpu_attributes() as
    ['vendor', 'model', 'vram', 'microarchitecture', 'version', 'driver_version'];

-- the keys of the shorthand
create or replace macro gpu_attribute(key) as
    case key
        when 'cuda' then 'version'
        when 'driver' then 'driver_version'
        when 'uarch' then 'microarchitecture'
        when 'vram' then 'vram'
        when 'model' then 'model'
    end;
