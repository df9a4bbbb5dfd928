#!/usr/bin/python3
"""Writes the event files beside it with python3-protobuf, from the field numbers of TensorBoard's public messages
(https://github.com/tensorflow/tensorboard/tree/master/tensorboard/compat/proto). Debian has no program that writes
event files (python3-torch's writer needs the package tensorboard), so these are not recordings of a real writer: framing,
checksums and messages are made here, by code that shares nothing with the reader in core/checkpoint/format."""
import os
import struct
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

HERE = os.path.dirname(os.path.abspath(__file__))
F = descriptor_pb2.FieldDescriptorProto


def messages():
    file = descriptor_pb2.FileDescriptorProto(name="tb.proto", package="tensorboard", syntax="proto3")

    def message(name, *fields):
        m = file.message_type.add(name=name)
        for number, field, kind, *rest in fields:
            f = m.field.add(name=field, number=number, type=kind, label=F.LABEL_OPTIONAL)
            if "repeated" in rest:
                f.label = F.LABEL_REPEATED
            names = [r for r in rest if r != "repeated"]
            if names:
                f.type_name = ".tensorboard." + names[0]
        return m

    message("Event", (1, "wall_time", F.TYPE_DOUBLE), (2, "step", F.TYPE_INT64), (3, "file_version", F.TYPE_STRING),
            (4, "graph_def", F.TYPE_BYTES), (5, "summary", F.TYPE_MESSAGE, "Summary"))
    message("Summary", (1, "value", F.TYPE_MESSAGE, "Value", "repeated"))
    value = message("Value", (7, "node_name", F.TYPE_STRING), (1, "tag", F.TYPE_STRING),
                    (9, "metadata", F.TYPE_MESSAGE, "SummaryMetadata"), (2, "simple_value", F.TYPE_FLOAT),
                    (5, "histo", F.TYPE_MESSAGE, "HistogramProto"), (8, "tensor", F.TYPE_MESSAGE, "TensorProto"))
    value.oneof_decl.add(name="value")
    for field in value.field:
        if field.name in ("simple_value", "histo", "tensor"):
            field.oneof_index = 0
    message("SummaryMetadata", (1, "plugin_data", F.TYPE_MESSAGE, "PluginData"), (2, "display_name", F.TYPE_STRING),
            (4, "data_class", F.TYPE_INT32))
    message("PluginData", (1, "plugin_name", F.TYPE_STRING), (2, "content", F.TYPE_BYTES))
    message("HistogramProto", (1, "min", F.TYPE_DOUBLE), (2, "max", F.TYPE_DOUBLE), (6, "bucket_limit", F.TYPE_DOUBLE, "repeated"))
    message("TensorProto", (1, "dtype", F.TYPE_INT32), (2, "tensor_shape", F.TYPE_MESSAGE, "TensorShapeProto"),
            (4, "tensor_content", F.TYPE_BYTES), (5, "float_val", F.TYPE_FLOAT, "repeated"),
            (6, "double_val", F.TYPE_DOUBLE, "repeated"), (7, "int_val", F.TYPE_INT32, "repeated"),
            (8, "string_val", F.TYPE_BYTES, "repeated"), (10, "int64_val", F.TYPE_INT64, "repeated"),
            (13, "half_val", F.TYPE_INT32, "repeated"))
    message("TensorShapeProto", (2, "dim", F.TYPE_MESSAGE, "Dim", "repeated"))
    message("Dim", (1, "size", F.TYPE_INT64))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    factory = getattr(message_factory, "GetMessageClass", None)
    if factory:
        return factory(pool.FindMessageTypeByName("tensorboard.Event"))
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("tensorboard.Event"))


def crc32c(data):      # bit by bit, unlike the reader's table
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked(length)) + data + struct.pack("<I", masked(data))


def main():
    event = messages()
    start = 1732176000.5

    def write(name, events):
        path = os.path.join(HERE, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(record(event(wall_time=start, file_version="brain.Event:2").SerializeToString()))
            for each in events:
                file.write(record(each.SerializeToString()))

    def scalar(step, tag, value):      # as PyTorch's SummaryWriter.add_scalar
        e = event(wall_time=start + step, step=step)
        e.summary.value.add(tag=tag, simple_value=value)
        return e

    write("torch/events.out.tfevents.1732176000.host.1.0",
          [scalar(step, tag, value) for step in range(0, 50, 10)
           for tag, value in (("Loss/train", 2.5 - step / 40), ("lr", 0.001))]
          + [scalar(50, "Loss/train", float("nan"))])

    def tensor(step, tag, kind, plugin="scalars", dims=(), **values):      # as TensorFlow 2 and Keras
        e = event(wall_time=start + step, step=step)
        v = e.summary.value.add(tag=tag)
        v.metadata.plugin_data.plugin_name = plugin
        v.tensor.dtype = kind
        for size in dims:
            v.tensor.tensor_shape.dim.add(size=size)
        for field, value in values.items():
            if field == "tensor_content":
                v.tensor.tensor_content = value
            else:
                getattr(v.tensor, field).append(value)
        return e

    histogram = event(wall_time=start, step=1)
    histogram.summary.value.add(tag="weights").histo.bucket_limit.extend([1.0, 2.0])
    write("keras/validation/events.out.tfevents.1732176001.host.2.0.v2", [
        tensor(1, "epoch_loss", 1, float_val=0.75),
        tensor(2, "epoch_loss", 1, tensor_content=struct.pack("<f", 0.5)),
        tensor(1, "double", 2, double_val=0.1),
        tensor(2, "double", 2, tensor_content=struct.pack("<d", -0.1)),
        tensor(1, "int", 3, int_val=-7),
        tensor(1, "int64", 9, int64_val=1 << 40),
        tensor(1, "half", 19, half_val=0x3c00),
        tensor(2, "half", 19, tensor_content=struct.pack("<e", 1.5)),
        tensor(1, "bfloat16", 14, half_val=0x3fc0),
        tensor(1, "one of one", 1, dims=(1,), float_val=2.0),
        tensor(1, "text", 7, plugin="text", string_val=b"hello"),
        tensor(1, "histogram", 2, plugin="histograms", dims=(2, 3), tensor_content=b"\0" * 48),
        tensor(1, "vector", 1, dims=(2,), tensor_content=struct.pack("<ff", 1, 2)),
        tensor(1, "cut", 1, tensor_content=b"\0\0"),
        histogram,
        event(wall_time=start, step=2, graph_def=b"g" * 2000),
    ])
    return 0


if __name__ == "__main__":
    sys.exit(main())
